import { parentPort, workerData } from "node:worker_threads";
import { Refusal } from "../../errors.ts";
import { checkPublication } from "./check-publication.ts";
import type { PublicationMessage } from "./read-publication.ts";

/** The worker thread that validates one published planning. `readPublication` starts it with the bytes of the body. */
function post(message: PublicationMessage): void {
  // Only a browser's windows take an origin; this is a thread's port.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(message);
}

try {
  const hash = checkPublication(new Uint8Array(workerData as ArrayBuffer), (slice) => post({ type: "slice", slice }));
  post({ type: "sound", hash });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  const { code, fields } = error;
  post({ type: "refused", code, ...(fields !== undefined && { fields }) });
}
