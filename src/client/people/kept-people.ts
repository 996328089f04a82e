import { clear, createStore, get, set } from "idb-keyval";
import * as z from "zod/mini";
import { UserRow } from "#contract/accounts/users.ts";
import { parsedJson } from "../storage/stored-value.ts";

/** Stores the user list in one user's browser, so that names are shown while the server is silent. */
export interface KeptPeople {
  /** `null` if nothing is stored, or it cannot be read. */
  readonly read: () => Promise<readonly UserRow[] | null>;
  readonly keep: (people: readonly UserRow[]) => Promise<void>;
  readonly forget: () => Promise<void>;
}

/** E-mail addresses are left out: nobody needs them offline. */
const { email: _, ...kept } = UserRow.shape;
const KeptRows = z.array(z.object(kept));

/** The stored user list of the user `readerId`. */
export function keptPeopleOf(readerId: string): KeptPeople {
  const store = browserStore();
  return {
    read: async () => KeptRows.safeParse(parsedJson((await get<string>(readerId, store)) ?? "")).data ?? null,
    keep: (people) => set(readerId, JSON.stringify(KeptRows.parse(people)), store),
    forget: dropPeople,
  };
}

/** Deletes the stored lists of all users. Rejects where the browser stores nothing. */
export function dropPeople(): Promise<void> {
  return clear(browserStore());
}

function browserStore() {
  return createStore("diapason.people", "people");
}
