import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import type { MailQueueTable, Tables } from "../database/schema.ts";
import { LONGEST_RETRY_MS } from "./mail-failure.ts";

export type QueuedMail = Selectable<MailQueueTable>;

/** A mail claimed by this process: no other one sends it meanwhile. */
export interface ClaimedMail extends QueuedMail {
  /** Whether the mail's account still exists. */
  readonly hasPerson: boolean;
}

/**
 * Stores mails of one kind, each to another person. Each replaces an unsent one of the same kind to the same person,
 * whose link is void.
 */
export async function enqueueMails(transaction: Kysely<Tables>, rows: readonly QueuedMail[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const userIds = rows.map((row) => row.user_id);
  await transaction.deleteFrom("mail_queue").where("kind", "=", first.kind).where("user_id", "in", userIds).execute();
  await transaction.insertInto("mail_queue").values(rows).execute();
}

/** A mail due later than this was postponed before the clock was set back, and counts as due. */
const LONGEST_WAIT_MS = 2 * LONGEST_RETRY_MS;

/** Whether a mail is due at `now`. */
function isDue(now: Date) {
  const latest = new Date(now.getTime() + LONGEST_WAIT_MS);
  return (eb: ExpressionBuilder<Tables, "mail_queue">) => eb.or([eb("due_at", "<=", now), eb("due_at", ">", latest)]);
}

/**
 * Claims the mail that is due for longest; `null` when none is due. It is due again at `until`, so that another process
 * takes over if this one is killed while sending.
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
      // Another process may have claimed it first.
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
