import { type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import type { Queryable } from "../../database/database.ts";
import { duePlans, readReminderPlans, type ReminderPlan } from "./read-reminded-events.ts";

/** Notes that the reminders of these events up to now were sent. */
export async function noteReminded({ kysely }: Queryable, plans: readonly ReminderPlan[], now: Date): Promise<void> {
  const ids = plans.map(({ event }) => event.id);
  await kysely.updateTable("planning_event").set({ reminded_until: now }).where("id", "in", ids).execute();
}

/**
 * Notes that the reminders which are due now were sent, for a restored backup: most of them went out after it was made.
 * Later ones go out as usual.
 */
export async function noteDueReminders(queryable: Queryable, now: Date, zone: TimeZone): Promise<void> {
  const plans = await readReminderPlans(queryable, wallTimeAt(now.getTime(), zone).date);
  const due = duePlans(plans, now, zone);
  if (due.length > 0) await noteReminded(queryable, due, now);
}
