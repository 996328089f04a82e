import { fullName, type Person } from "#domain/people/people.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { WriteTransaction } from "../shared-planning.ts";

/** Updates name and services in a person's answers from today on. Past events keep the name and services of their time. */
export async function updateAnswersOfPerson(
  { kysely, today }: WriteTransaction,
  { id, firstName, lastName, positions }: Person,
): Promise<void> {
  await kysely
    .updateTable("availability")
    .set({ user_name: fullName({ firstName, lastName }), positions: JSON.stringify(positions) })
    .where("user_id", "=", id)
    .where("status", "=", "present")
    .where("event_id", "in", (eb) => eb.selectFrom("planning_event").select("id").where("date", ">=", today))
    .execute();
}

/** Updates name and services in a person's answers, and logs the change. Does nothing before the planning is shared. */
export async function logChangedPerson(writing: WriteTransaction, changed: Person): Promise<void> {
  const { today, isShared, log } = writing;
  if (!isShared) return;
  await updateAnswersOfPerson(writing, changed);
  const { id, firstName, lastName, positions } = changed;
  const person = { id, firstName, lastName, positions };
  await log({ change: { type: "person.changed", person, from: today }, groupId: null });
}

/**
 * Removes a deleted user's name from the log: `person.removed` replaces each of their changes. A client that was offline
 * for a week then receives `person.removed` instead of the name. The user's other rows are deleted with their account.
 */
export async function logRemovedPerson({ kysely, isShared, log }: WriteTransaction, userId: string): Promise<void> {
  if (!isShared) return;
  const change: PlanningChange = { type: "person.removed", userId };
  await kysely
    .updateTable("planning_change")
    .set({ change: JSON.stringify(change), user_id: null })
    .where("user_id", "=", userId)
    .execute();
  await log({ change, groupId: null });
}
