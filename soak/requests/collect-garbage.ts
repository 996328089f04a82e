/**
 * Loaded into a server before its own code: at SIGUSR2 it collects its garbage, as it would sooner or later by itself.
 * What is resident then is what it holds on to.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
process.on("SIGUSR2", () => collect());
