/**
 * Loaded into a server before its own code. On SIGUSR2 it collects garbage and returns free pages to the system, as V8
 * would do later by itself. The resident memory is then what the server really holds.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: object) => void;
// Other flavours leave the pages with V8, reserved for a body as large as the largest one before.
process.on("SIGUSR2", () => collect({ type: "major", execution: "sync", flavor: "last-resort" }));
