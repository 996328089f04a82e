import type { Database } from "../database/database.ts";

/** Whether the account that a mail is about still exists. */
export async function hasPerson({ kysely }: Database, userId: string): Promise<boolean> {
  const person = kysely.selectFrom("users").select("id").where("id", "=", userId);
  return (await person.executeTakeFirst()) !== undefined;
}

/**
 * Notes that the mail server refused an address for good: it counts as not confirmed, so that nothing more is sent to it
 * until its person confirms it again.
 */
export async function markRefused({ kysely }: Database, address: string, now: Date): Promise<void> {
  await kysely
    .updateTable("users")
    .set({ address_refused_at: now, email_verified: false })
    .where("email", "=", address.toLowerCase())
    .execute();
}
