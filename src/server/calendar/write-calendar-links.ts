import type { Kysely } from "kysely";
import type { Tables } from "../database/schema.ts";

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
