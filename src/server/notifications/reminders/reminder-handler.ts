import type { PlainDate } from "#domain/calendar/calendar.ts";
import { type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { earliestReminder, leftOutOfReminders, nextReminder, remindersDue } from "#domain/notifications/reminders.ts";
import type { Queryable } from "../../database/database.ts";
import type { JobHandler } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { ALL_REMINDERS } from "../../planning/reminders/write-reminders.ts";
import {
  duePlans,
  readNextDate,
  readRemindedEvents,
  readReminderPlans,
  type ReminderPlan,
} from "./read-reminded-events.ts";
import { readMembers } from "../telling/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";
import { noteReminded } from "./write-reminded.ts";

/** Reminds everybody of what is due, and sets the moment of the next reminder. */
export function createReminderHandler(zone: TimeZone, tell: Tell): JobHandler {
  function nextMoment(plans: readonly ReminderPlan[], nextDate: PlainDate | null): number | null {
    const later = nextDate === null ? [] : [earliestReminder(nextDate, zone)];
    const moments = [...later, ...plans.flatMap((plan) => nextReminder(plan.event, plan, zone) ?? [])];
    return moments.length === 0 ? null : Math.min(...moments);
  }

  async function remind(queryable: Queryable, plans: readonly ReminderPlan[], now: Date): Promise<void> {
    const today = wallTimeAt(now.getTime(), zone).date;
    const events = await readRemindedEvents(queryable, plans, today);
    const members = await readMembers(queryable);
    const due = remindersDue(events, members, now.getTime(), zone);
    const messages = due.map(({ userId, eventIds }) => ({
      userId,
      message: { topic: "reminders" as const, eventIds },
      about: "reminder",
    }));
    const leftOut = leftOutOfReminders(events, members, now.getTime(), zone);
    await tell(queryable, { topic: "reminders", messages, leftOut }, now);
  }

  return {
    type: "transaction",
    async run(queryable, _job, now) {
      const today = wallTimeAt(now.getTime(), zone).date;
      const plans = await readReminderPlans(queryable, today);
      const due = new Set(duePlans(plans, now, zone));
      const isQuiet = afterQuietHours(now.getTime(), zone) > now.getTime();
      const goesOut = due.size > 0 && !isQuiet;
      if (goesOut) {
        await remind(queryable, plans, now);
        await noteReminded(queryable, [...due], now);
      }
      const later = goesOut
        ? plans.map((plan) => (due.has(plan) ? { ...plan, doneUntil: now.getTime() } : plan))
        : plans;
      const next = nextMoment(later, await readNextDate(queryable, today));
      if (next === null) return;
      const dueAt = new Date(afterQuietHours(Math.max(next, now.getTime()), zone));
      await addJobs(queryable, [{ kind: "reminders", subject: ALL_REMINDERS, dueAt }], now);
    },
  };
}
