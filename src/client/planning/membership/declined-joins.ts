import * as z from "zod/mini";
import { type KeyValueStorage, tryToStore } from "../../storage/browser-storage.ts";
import { readStored } from "../../storage/stored-value.ts";

/** Storage key: which users declined to join which groups, so that this browser does not ask again. */
const DECLINED_JOINS_KEY = "lookedAtGroups";

const DeclinedJoins = z.array(z.object({ userId: z.string(), groupId: z.string() }));

function read(storage: KeyValueStorage): z.infer<typeof DeclinedJoins> {
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
