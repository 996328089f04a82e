import { del, get, update, type UseStore } from "idb-keyval";
import { type OutboxContents, readRecord, recordOf } from "./outbox-record.ts";

/** One person's unsent changes, as the browser keeps them. All calls reject where it does not. */
export interface OutboxStore {
  /** `null` where another version of this page wrote what is there. */
  readonly read: () => Promise<OutboxContents | null>;
  /** Reads, changes and writes in one transaction; what was written. */
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
