import { fullName, type Person } from "#domain/people/people.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { Writing } from "../shared-planning.ts";

/** Updates name and services in the user's answers from today on. Past events keep those of their time. */
export async function restatePerson(
  { kysely, today }: Writing,
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

/** Like `restatePerson`, and logs it. Does nothing before the planning is shared. */
export async function followPerson(writing: Writing, { id, firstName, lastName, positions }: Person): Promise<void> {
  const { today, isShared, log } = writing;
  if (!isShared) return;
  await restatePerson(writing, { id, firstName, lastName, positions });
  const person = { id, firstName, lastName, positions };
  await log({ change: { type: "person.changed", person, from: today }, groupId: null });
}

/**
 * Removes a deleted user's name from the log: their changes are replaced by `person.removed`, which clients that resume
 * from an older position then receive. The user's other rows are deleted with their account.
 */
export async function replaceChangesOfPerson({ kysely, isShared, log }: Writing, userId: string): Promise<void> {
  if (!isShared) return;
  const change: PlanningChange = { type: "person.removed", userId };
  await kysely
    .updateTable("planning_change")
    .set({ change: JSON.stringify(change), user_id: null })
    .where("user_id", "=", userId)
    .execute();
  await log({ change, groupId: null });
}
