import { sql } from "kysely";
import type { Writing } from "../shared-planning.ts";

/** Rows read or deleted by one statement. */
const AT_ONCE = 500;

/** The key of an answer. */
export interface AnswerKey {
  readonly event_id: string;
  readonly user_id: string;
}

/** A key before the first answer. */
export const FIRST_ANSWER: AnswerKey = { event_id: "", user_id: "" };

/**
 * Deletes the answers of publication `number` among the next rows after `after`, in key order. There is no index for
 * this: it happens too rarely to be worth one.
 * @returns the key of the last row read; `null` at the end
 */
export async function deleteAnswers({ kysely }: Writing, number: number, after: AnswerKey): Promise<AnswerKey | null> {
  const key = sql`(event_id, user_id)`;
  const { rows } = await sql<AnswerKey>`
    select event_id, user_id from availability where ${key} > (${after.event_id}, ${after.user_id})
    order by event_id, user_id limit ${AT_ONCE}`.execute(kysely);
  const last = rows.at(-1);
  if (last === undefined) return null;
  await sql`
    delete from availability
    where publication = ${number}
    and ${key} > (${after.event_id}, ${after.user_id})
    and ${key} <= (${last.event_id}, ${last.user_id})`.execute(kysely);
  return last;
}

/** Deletes some of the events, or groups, of publication `number`. @returns whether there may be more */
export async function deleteSome(
  { kysely }: Writing,
  table: "planning_event" | "planning_group",
  number: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where id in (select id from ${sql.table(table)} where publication = ${number} limit ${AT_ONCE})`.execute(kysely);
  return numAffectedRows > 0n;
}
