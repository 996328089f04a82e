import type { Insertable, Kysely } from "kysely";
import type { PasskeysTable, Tables } from "../../database/schema.ts";
import { challengeHash, CHALLENGE_MS } from "./challenges.ts";

/** Notes that a challenge was answered. Returns whether this was the first answer. */
export async function takeChallenge(transaction: Kysely<Tables>, challenge: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("used_challenge")
    .values({ challenge_hash: challengeHash(challenge), expires_at: new Date(now.getTime() + CHALLENGE_MS) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertPasskey(transaction: Kysely<Tables>, row: Insertable<PasskeysTable>): Promise<void> {
  await transaction.insertInto("passkey").values(row).execute();
}

interface PasskeyUse {
  readonly id: string;
  /** As it was when the signature was checked. */
  readonly oldCounter: number;
  readonly newCounter: number;
  readonly now: Date;
}

/** Notes a use. Returns `false` if the key was removed or used since its signature was checked. */
export async function noteUse(
  transaction: Kysely<Tables>,
  { id, oldCounter, newCounter, now }: PasskeyUse,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("passkey")
    .set({ counter: newCounter, last_used_at: now })
    .where("id", "=", id)
    .where("counter", "=", oldCounter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether the user had this key. */
export async function removePasskey(kysely: Kysely<Tables>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** For who takes their account back: somebody else may have added a key. */
export async function removeAllPasskeys(transaction: Kysely<Tables>, userId: string): Promise<void> {
  await transaction.deleteFrom("passkey").where("user_id", "=", userId).execute();
}
