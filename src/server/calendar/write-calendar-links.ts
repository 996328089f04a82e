import type { Kysely } from "kysely";
import { readDate, type Tables } from "../database/schema.ts";

interface NewLink {
  readonly userId: string;
  readonly nonce: string;
  readonly now: Date;
}

/** A user has one address: a new one replaces the last. */
export async function writeNonce(kysely: Kysely<Tables>, { userId, nonce, now }: NewLink): Promise<void> {
  const link = { nonce, created_at: now };
  await kysely
    .insertInto("calendar_feed")
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(link))
    .execute();
}

export async function deleteNonce(kysely: Kysely<Tables>, userId: string): Promise<void> {
  await kysely.deleteFrom("calendar_feed").where("user_id", "=", userId).execute();
}

/** Whose calendar it is, and when its address was made. */
export interface CalendarOwner {
  readonly userId: string;
  readonly since: Date;
}

/** The nonce of a user's address; `null` if they have none. */
export async function readNonce(kysely: Kysely<Tables>, userId: string): Promise<string | null> {
  const query = kysely.selectFrom("calendar_feed").select("nonce").where("user_id", "=", userId);
  return (await query.executeTakeFirst())?.nonce ?? null;
}

/** `null` for an address that was taken back. */
export async function readOwner(kysely: Kysely<Tables>, nonce: string): Promise<CalendarOwner | null> {
  const query = kysely.selectFrom("calendar_feed").select(["user_id", "created_at"]).where("nonce", "=", nonce);
  const row = await query.executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id, since: readDate(row.created_at) };
}
