import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ErrorCode } from "#contract/errors.ts";
import { Refusal } from "../../errors.ts";
import { createTurns } from "../changes/turns.ts";
import type { PreparedPublication, PublicationSlice } from "./publication-slice.ts";

/** Messages of the thread: slices, then the result of the validation. */
export type PublicationMessage =
  | { readonly type: "slice"; readonly slice: PublicationSlice }
  | { readonly type: "sound"; readonly hash: string }
  | { readonly type: "refused"; readonly code: ErrorCode; readonly fields?: Readonly<Record<string, ErrorCode>> };

/** The thread beside this file, as a source and as a bundle. */
const THREAD = join(import.meta.dirname, `publication-worker${extname(import.meta.filename)}`);
/** The largest planning takes about 90 MB, so anything that needs more is invalid. */
const LIMITS = { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 16 };
const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";

/** One at a time, because each needs memory of its own. */
const inTurn = createTurns();

function isOutOfMemory(error: Error): boolean {
  return "code" in error && error.code === OUT_OF_MEMORY;
}

/** The order in which slices are written: groups, then events, then answers. */
const ORDER = ["groups", "events", "answers"] as const;

function readInThread(bytes: ArrayBuffer): Promise<PreparedPublication> {
  const { promise, resolve, reject } = Promise.withResolvers<PreparedPublication>();
  const slices: PublicationSlice[] = [];
  // Node's own command-line options are for the whole process and must not be passed on to the thread.
  const worker = new Worker(THREAD, { workerData: bytes, transferList: [bytes], resourceLimits: LIMITS, execArgv: [] });
  worker.on("message", (message: PublicationMessage) => {
    if (message.type === "slice") slices.push(message.slice);
    else if (message.type === "refused") reject(new Refusal(message.code, message));
    else {
      const ordered = ORDER.flatMap((kind) => slices.filter((slice) => slice.kind === kind));
      resolve({ hash: message.hash, slices: ordered });
    }
  });
  worker.on("error", (error) => reject(isOutOfMemory(error) ? new Refusal("planning.too_large") : error));
  worker.on("exit", (code) => reject(new Error(`The thread that reads a publication ended with ${code}`)));
  return promise;
}

/**
 * Validates the body of a publication in a worker thread. On the main thread, parsing would block all other calls for
 * 0.1 s, and validation for longer. `bytes` is transferred to the thread and unusable afterwards.
 * @throws Refusal for an invalid or contradictory planning
 */
export function readPublication(bytes: ArrayBuffer): Promise<PreparedPublication> {
  return inTurn(() => readInThread(bytes));
}
