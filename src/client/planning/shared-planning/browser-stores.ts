import { clear, createStore } from "idb-keyval";
import type { SharedSourceSurroundings } from "./shared-source.ts";

/** What this browser keeps of a shared planning: what was read can be read again, what was not sent cannot. */
export function browserStores(): SharedSourceSurroundings["stores"] {
  return {
    reads: createStore("diapason.reads", "reads"),
    outbox: createStore("diapason.outbox", "outbox"),
  };
}

/** Drops what anybody read here. What they did not send stays theirs. Rejects where the browser keeps nothing. */
export function dropReads(): Promise<void> {
  return clear(browserStores().reads);
}
