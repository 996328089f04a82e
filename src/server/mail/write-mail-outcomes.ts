import { sql } from "kysely";
import type { Database, Queryable } from "../database/database.ts";

/** Whether the account still exists. Checked before a mail is sent, and before its owner's choice is stored. */
export async function hasPerson({ kysely }: Queryable, userId: string): Promise<boolean> {
  const person = kysely.selectFrom("users").select("id").where("id", "=", userId);
  return (await person.executeTakeFirst()) !== undefined;
}

/**
 * Stores that the mail server refused an address for good. The address counts as not confirmed, so that nothing more is
 * sent to it until its owner confirms it again.
 */
export async function markRefused({ kysely }: Database, address: string, now: Date): Promise<void> {
  await kysely
    .updateTable("users")
    .set({ address_refused_at: now, email_verified: false })
    .where("email", "=", address.toLowerCase())
    .execute();
}

const DAY_CHARACTERS = "2026-11-22".length;
/** How long daily counts are stored. Pages show the last seven days. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** The UTC day of a count, such as `2026-11-22`. */
export function tallyDay(date: Date): string {
  return date.toISOString().slice(0, DAY_CHARACTERS);
}

/** Counts a mail that was sent: accepted by a mail server, or written into a file. */
export async function tallyMail({ kysely }: Database, now: Date): Promise<void> {
  await kysely
    .insertInto("mail_tally")
    .values({ day: tallyDay(now), sent: 1 })
    .onConflict((conflict) => conflict.column("day").doUpdateSet({ sent: sql`mail_tally.sent + 1` }))
    .execute();
}

export async function sweepMailTally({ kysely }: Database, now: Date): Promise<void> {
  const oldest = tallyDay(new Date(now.getTime() - KEPT_MS));
  await kysely.deleteFrom("mail_tally").where("day", "<", oldest).execute();
}
