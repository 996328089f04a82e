import { clear, createStore, get, set } from "idb-keyval";
import type { TeamRow } from "#contract/accounts/users.ts";
import { lazySchema } from "../http/call-api.ts";
import { parsedJson } from "../storage/browser-storage.ts";

/** The copy of the user list in this browser, so that names are shown while the server is unreachable. */
export interface StoredPeople {
  readonly read: () => Promise<readonly TeamRow[] | null>;
  readonly write: (people: readonly TeamRow[]) => Promise<void>;
  readonly forget: () => Promise<void>;
}

const loadRows = lazySchema("UserRows");

/** The copy in IndexedDB for the signed-in user `readerId`: the server sends each user another list. */
export function storedPeopleOf(readerId: string): StoredPeople {
  const store = browserStore();
  return {
    async read() {
      const [rows, stored] = await Promise.all([loadRows(), get<string>(readerId, store)]);
      return rows.safeParse(parsedJson(stored ?? "")).data ?? null;
    },
    // Without e-mail addresses: nobody needs them offline.
    async write(people) {
      await set(readerId, JSON.stringify(people.map((person) => ({ ...person, email: undefined }))), store);
    },
    forget: dropPeople,
  };
}

/** Deletes the stored lists of all users. Rejects if the browser has no IndexedDB. */
export async function dropPeople(): Promise<void> {
  await clear(browserStore());
}

function browserStore() {
  return createStore("diapason.people", "people");
}
