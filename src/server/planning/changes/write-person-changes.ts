import type { PlanningChange } from "#domain/planning-change.ts";
import { fullName, type Person } from "#domain/people.ts";
import type { Writing } from "./shared-planning.ts";

/** Presences from today on follow the name and services of now; the past keeps what was true then. */
export async function followPerson(writing: Writing, { id, firstName, lastName, positions }: Person): Promise<void> {
  const { kysely, today, isShared, log } = writing;
  if (!isShared) return;
  await kysely
    .updateTable("availability")
    .set({ user_name: fullName({ firstName, lastName }), positions: JSON.stringify(positions) })
    .where("user_id", "=", id)
    .where("status", "=", "present")
    .where("event_id", "in", (eb) => eb.selectFrom("planning_event").select("id").where("date", ">=", today))
    .execute();
  const person = { id, firstName, lastName, positions };
  await log({ change: { type: "person.changed", person, from: today }, groupId: null });
}

/**
 * The log forgets the name of somebody who is deleted: whoever follows it from before hears that they are gone instead
 * of what they said. Their rows go with their own.
 */
export async function forgetPerson({ kysely, isShared, log }: Writing, userId: string): Promise<void> {
  if (!isShared) return;
  const change: PlanningChange = { type: "person.removed", userId };
  await kysely
    .updateTable("planning_change")
    .set({ change: JSON.stringify(change), user_id: null })
    .where("user_id", "=", userId)
    .execute();
  await log({ change, groupId: null });
}
