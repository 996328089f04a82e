import { del, get, update, type UseStore } from "idb-keyval";
import { type OutboxContents, readRecord, recordOf } from "./outbox-record.ts";

/** One user's unsent changes in the browser's storage. All calls reject where the browser stores nothing. */
export interface OutboxStore {
  /** `null` if another version of this page wrote the record. */
  readonly read: () => Promise<OutboxContents | null>;
  /** Reads, changes and writes in one transaction; resolves with what was written. */
  readonly change: (change: (contents: OutboxContents) => OutboxContents) => Promise<OutboxContents>;
  readonly drop: () => Promise<void>;
}

export function createOutboxStore(store: UseStore, userId: string): OutboxStore {
  return {
    read: async () => readRecord(await get<unknown>(userId, store)),
    async change(change) {
      const written = Promise.withResolvers<OutboxContents>();
      await update<unknown>(
        userId,
        (stored) => {
          const contents = change(legible(readRecord(stored)));
          written.resolve(contents);
          return recordOf(contents);
        },
        store,
      );
      return written.promise;
    },
    drop: () => del(userId, store),
  };
}

function legible(contents: OutboxContents | null): OutboxContents {
  if (contents === null) throw new Error("Another version of this page wrote the outbox");
  return contents;
}
