import { type TimeZone, todayOf } from "#domain/calendar/time-zone.ts";
import type { Queryable } from "../../database/database.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { remindersJob } from "../../planning/reminders/write-reminders.ts";
import { duePlans, readReminderPlans, type ReminderPlan } from "./read-reminded-events.ts";

/** Stores that all reminders of these events that were due until now count as sent. */
export async function noteReminded({ kysely }: Queryable, plans: readonly ReminderPlan[], now: Date): Promise<void> {
  const ids = plans.map(({ event }) => event.id);
  await kysely.updateTable("planning_event").set({ reminded_until: now }).where("id", "in", ids).execute();
}

/**
 * For a restored backup: the reminders that are due now count as sent, because most of them were sent after the backup was
 * made. Later reminders are sent as usual, also by a server that runs: the restoration removed all jobs.
 */
export async function noteDueReminders(queryable: Queryable, now: Date, zone: TimeZone): Promise<void> {
  const plans = await readReminderPlans(queryable, todayOf({ now, zone }));
  const due = duePlans(plans, now, zone);
  if (due.length > 0) await noteReminded(queryable, due, now);
  await addJobs(queryable, [remindersJob(now)], now);
}
