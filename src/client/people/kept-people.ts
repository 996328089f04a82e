import { clear, createStore, get, set } from "idb-keyval";
import type { TeamRow } from "#contract/accounts/users.ts";
import { lazySchema } from "../http/call-api.ts";
import { parsedJson } from "../storage/browser-storage.ts";

/** Stores the user list in one user's browser, so that names are shown while the server is silent. */
export interface KeptPeople {
  readonly read: () => Promise<readonly TeamRow[] | null>;
  readonly keep: (people: readonly TeamRow[]) => Promise<void>;
  readonly forget: () => Promise<void>;
}

const loadRows = lazySchema("UserRows");

export function keptPeopleOf(readerId: string): KeptPeople {
  const store = browserStore();
  return {
    async read() {
      const [rows, stored] = await Promise.all([loadRows(), get<string>(readerId, store)]);
      return rows.safeParse(parsedJson(stored ?? "")).data ?? null;
    },
    // E-mail addresses are left out: nobody needs them offline.
    keep: (people) => set(readerId, JSON.stringify(people.map((person) => ({ ...person, email: undefined }))), store),
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
