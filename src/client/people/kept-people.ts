import { clear, createStore, get, set } from "idb-keyval";
import * as z from "zod/mini";
import { UserRow } from "#contract/accounts.ts";
import { parsedJson } from "../storage/stored-value.ts";

/** Where a reader's browser keeps the user list, to name people while the server is silent. */
export interface KeptPeople {
  /** `null` where nothing is kept, or nothing that can be read. */
  readonly read: () => Promise<readonly UserRow[] | null>;
  readonly keep: (people: readonly UserRow[]) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** E-mails are left out: nobody needs them offline. */
const { email: _, ...kept } = UserRow.shape;
const KeptRows = z.array(z.object(kept));

/** What this browser keeps for `readerId`. */
export function keptPeopleOf(readerId: string): KeptPeople {
  const store = browserStore();
  return {
    read: async () => KeptRows.safeParse(parsedJson((await get<string>(readerId, store)) ?? "")).data ?? null,
    keep: (people) => set(readerId, JSON.stringify(KeptRows.parse(people)), store),
    forget: dropPeople,
  };
}

/** Drops it, whoever it was kept for. Rejects where the browser keeps nothing. */
export function dropPeople(): Promise<void> {
  return clear(browserStore());
}

function browserStore() {
  return createStore("diapason.people", "people");
}
