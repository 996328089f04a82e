import { clear, createStore } from "idb-keyval";
import type { SharedSourceEnvironment } from "./shared-source.ts";

/** IndexedDB stores of a shared planning. Reads are a cache; the outbox holds changes that exist nowhere else. */
export function browserStores(): SharedSourceEnvironment["stores"] {
  return {
    reads: createStore("diapason.reads", "reads"),
    outbox: createStore("diapason.outbox", "outbox"),
  };
}

/** Deletes the cached reads of all users. Unsent changes stay. Rejects where the browser stores nothing. */
export function dropReads(): Promise<void> {
  return clear(browserStores().reads);
}
