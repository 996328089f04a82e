import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import type { MailQueueTable, Tables } from "../database/schema.ts";
import { LONGEST_RETRY_MS } from "./mail-failure.ts";

/** A mail that this process sends now, and no other one. */
export interface ClaimedMail extends Selectable<MailQueueTable> {
  /** Whether the account that it is about still exists. */
  readonly hasPerson: boolean;
}

/** Keeps a mail, in place of an earlier one of its kind to the same person that has not left: that one's link is dead. */
export async function keepMail(transaction: Kysely<Tables>, row: Selectable<MailQueueTable>): Promise<void> {
  await transaction.deleteFrom("mail_queue").where("user_id", "=", row.user_id).where("kind", "=", row.kind).execute();
  await transaction.insertInto("mail_queue").values(row).execute();
}

/** No mail waits longer: one that is due later still was put off before the clock was set back. */
const LONGEST_WAIT_MS = 2 * LONGEST_RETRY_MS;

/** Whether a mail is to be sent at `now`. */
function isDue(now: Date) {
  const latest = new Date(now.getTime() + LONGEST_WAIT_MS);
  return (eb: ExpressionBuilder<Tables, "mail_queue">) => eb.or([eb("due_at", "<=", now), eb("due_at", ">", latest)]);
}

/**
 * The mail that is due for longest, which is due again at `until`: another process takes it over then, when this one was
 * killed while it sent. `null` when none is due.
 */
export async function claimMail({ kysely }: Database, now: Date, until: Date): Promise<ClaimedMail | null> {
  const oldest = kysely.selectFrom("mail_queue").select("id").where(isDue(now)).orderBy("due_at").limit(1);
  for (;;) {
    const due = await oldest.executeTakeFirst();
    if (due === undefined) return null;
    const claimed = await kysely
      .updateTable("mail_queue")
      .set((eb) => ({ due_at: until, attempts: eb("attempts", "+", 1) }))
      .where("id", "=", due.id)
      // Another process may have been faster.
      .where(isDue(now))
      .returningAll()
      .executeTakeFirst();
    if (claimed === undefined) continue;
    const person = kysely.selectFrom("users").select("id").where("id", "=", claimed.user_id);
    return { ...claimed, hasPerson: (await person.executeTakeFirst()) !== undefined };
  }
}

export async function postponeMail({ kysely }: Database, id: string, dueAt: Date): Promise<void> {
  await kysely.updateTable("mail_queue").set({ due_at: dueAt }).where("id", "=", id).execute();
}

export async function removeMail({ kysely }: Database, id: string): Promise<void> {
  await kysely.deleteFrom("mail_queue").where("id", "=", id).execute();
}
