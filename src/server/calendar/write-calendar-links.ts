import type { Kysely } from "kysely";
import type { Queryable } from "../database/database.ts";
import { lockRows } from "../database/row-lock.ts";
import { readDate, type Tables } from "../database/schema.ts";

interface NewLink {
  readonly userId: string;
  readonly nonce: string;
  readonly now: Date;
}

/** A user has one address, and those of both if they were merged: a new one replaces them. */
export async function writeNonce({ kysely, engine }: Queryable, { userId, nonce, now }: NewLink): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    const owner = transaction.selectFrom("users").select("id").where("id", "=", userId);
    // Two renewals at once leave one address.
    await lockRows(engine, owner).execute();
    await deleteNonce(transaction, userId);
    await transaction.insertInto("calendar_feed").values({ user_id: userId, nonce, created_at: now }).execute();
  });
}

export async function deleteNonce(kysely: Kysely<Tables>, userId: string): Promise<void> {
  await kysely.deleteFrom("calendar_feed").where("user_id", "=", userId).execute();
}

/** Whose calendar it is, and when its address was made. */
export interface CalendarOwner {
  readonly userId: string;
  readonly since: Date;
}

/** The nonce of a user's latest address; `null` if they have none. */
export async function readNonce(kysely: Kysely<Tables>, userId: string): Promise<string | null> {
  const query = kysely.selectFrom("calendar_feed").select("nonce").where("user_id", "=", userId);
  const latest = query.orderBy("created_at", "desc").orderBy("nonce").limit(1);
  return (await latest.executeTakeFirst())?.nonce ?? null;
}

/** `null` for an address that was taken back. */
export async function readOwner(kysely: Kysely<Tables>, nonce: string): Promise<CalendarOwner | null> {
  const query = kysely.selectFrom("calendar_feed").select(["user_id", "created_at"]).where("nonce", "=", nonce);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, since: readDate(row.created_at) };
}
