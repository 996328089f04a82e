import type { Kysely } from "kysely";
import { readDate, type Tables } from "../database/schema.ts";

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
