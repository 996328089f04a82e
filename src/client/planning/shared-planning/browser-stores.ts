import { clear, createStore, get, type UseStore } from "idb-keyval";
import type { SharedSourceEnvironment } from "./shared-source.ts";

/** IndexedDB stores of a shared planning. Reads are a cache; the outbox holds changes that exist nowhere else. */
export function browserStores(): SharedSourceEnvironment["stores"] {
  return {
    reads: createStore("diapason.reads", "reads"),
    outbox: createStore("diapason.outbox", "outbox"),
  };
}

/** Deletes the cached reads of all users. Unsent changes stay. Rejects if the browser stores nothing. */
export function dropReads(): Promise<void> {
  return clear(browserStores().reads);
}

/** Whether this user may have unsent changes in this browser; also `true` if their record has an unknown form. */
export async function hasUnsent(store: UseStore, userId: string): Promise<boolean> {
  const record = await get<{ readonly entries?: unknown }>(userId, store);
  if (record === undefined) return false;
  return !Array.isArray(record.entries) || record.entries.length > 0;
}
