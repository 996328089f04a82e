import { type KeyValueStorage, tryToStore } from "../../storage/browser-storage.ts";
import { readStored, type StoredSchema } from "../../storage/stored-value.ts";

/** Storage key: which users declined to join which groups, so that this browser does not ask again. */
const DECLINED_JOINS_KEY = "lookedAtGroups";

interface DeclinedJoin {
  readonly userId: string;
  readonly groupId: string;
}

function isDeclinedJoin(value: unknown): value is DeclinedJoin {
  const { userId, groupId } = (value ?? {}) as { readonly [Field in keyof DeclinedJoin]?: unknown };
  return typeof userId === "string" && typeof groupId === "string";
}

/** Without the schemas' library: the first screen asks. */
const DeclinedJoins: StoredSchema<readonly DeclinedJoin[]> = {
  safeParse: (value) =>
    Array.isArray(value) && value.every(isDeclinedJoin) ? { success: true, data: value } : { success: false },
};

function read(storage: KeyValueStorage): readonly DeclinedJoin[] {
  const stored = readStored(storage, DECLINED_JOINS_KEY, DeclinedJoins);
  // An unreadable list loses little: each group asks once more.
  return stored.status === "read" ? stored.value : [];
}

/** Whether this user declined, in this browser, to join this group. */
export function hasDeclinedToJoin(storage: KeyValueStorage, userId: string, groupId: string): boolean {
  return read(storage).some((declined) => declined.userId === userId && declined.groupId === groupId);
}

export function declineToJoin(storage: KeyValueStorage, userId: string, groupId: string): void {
  if (hasDeclinedToJoin(storage, userId, groupId)) return;
  tryToStore(storage, DECLINED_JOINS_KEY, JSON.stringify([...read(storage), { userId, groupId }]));
}
