/**
 * Loaded into a server before its own code: at SIGUSR2 it collects its garbage and gives the pages of it back, as it
 * would sooner or later by itself. What is resident then is what it holds on to.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: object) => void;
// Any other flavour leaves the pages with V8, for the next body as large as the largest there was.
process.on("SIGUSR2", () => collect({ type: "major", execution: "sync", flavor: "last-resort" }));
