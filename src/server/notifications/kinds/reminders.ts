import type { PlainDate } from "#domain/calendar/calendar.ts";
import { type TimeZone, todayOf } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import {
  closedSince,
  earliestReminder,
  leftOutOfReminders,
  nextReminder,
  remindersDue,
  stillOpen,
} from "#domain/notifications/reminders.ts";
import { reminderMail } from "#text/mails/event-mails.ts";
import { pushText } from "#text/mails/message-frame.ts";
import type { Queryable } from "../../database/database.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { ALL_REMINDERS } from "../../planning/reminders/write-reminders.ts";
import { answerable, type Composition, footLinks, type Occasion, pushOf } from "../telling/composing.ts";
import { readMembers, readSituations } from "../../planning/events/read-situation.ts";
import type { Tell } from "../telling/write-messages.ts";
import {
  duePlans,
  readNextDate,
  readRemindedEvents,
  readReminderPlans,
  type ReminderPlan,
} from "./read-reminded-events.ts";
import { noteReminded } from "./write-reminded.ts";

/** Sends the reminders that are due, and adds the job for the next one. */
export function remind(zone: TimeZone, tell: Tell): RunInTransaction {
  function nextMoment(plans: readonly ReminderPlan[], nextDate: PlainDate | null): number | null {
    const moments = plans.flatMap((plan) => nextReminder(plan.event, plan, zone) ?? []);
    if (nextDate !== null) moments.push(earliestReminder(nextDate, zone));
    return moments.length === 0 ? null : Math.min(...moments);
  }

  async function tellDue(queryable: Queryable, plans: readonly ReminderPlan[], now: Date): Promise<void> {
    const events = await readRemindedEvents(queryable, plans, todayOf({ now, zone }));
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

  return async (queryable, _job, now) => {
    const today = todayOf({ now, zone });
    const plans = await readReminderPlans(queryable, today);
    const due = new Set(duePlans(plans, now, zone));
    const isQuiet = afterQuietHours(now.getTime(), zone) > now.getTime();
    const isSent = due.size > 0 && !isQuiet;
    if (isSent) {
      await tellDue(queryable, plans, now);
      await noteReminded(queryable, [...due], now);
    }
    const plansAfter = plans.map((plan) => (isSent && due.has(plan) ? { ...plan, doneUntil: now.getTime() } : plan));
    const next = nextMoment(plansAfter, await readNextDate(queryable, today));
    if (next === null) return;
    const dueAt = new Date(afterQuietHours(Math.max(next, now.getTime()), zone));
    await addJobs(queryable, [{ kind: "reminders", subject: ALL_REMINDERS, dueAt }], now);
  };
}

/** The events that the person still has not answered. */
export async function composeReminder(occasion: Occasion, eventIds: readonly string[]): Promise<Composition> {
  const { queryable, recipient, now, zone, addresses } = occasion;
  const today = todayOf(occasion);
  const plans = await readReminderPlans(queryable, today, eventIds);
  const events = await readRemindedEvents(queryable, plans, today);
  const members = await readMembers(queryable);
  const reminder = { userId: recipient.id, eventIds };
  const open = stillOpen(reminder, events, members, now.getTime(), zone);
  const leftOut = closedSince(reminder, open, events);
  if (open === null) return leftOut;
  const openIds = new Set(open.eventIds);
  const openEvents = events.flatMap(({ event }) => (openIds.has(event.id) ? [event] : []));
  const situations = [...(await readSituations(queryable, openEvents, occasion)).values()];
  const asked = situations.map((situation) => answerable(occasion, situation));
  return {
    mail: reminderMail({
      firstName: recipient.firstName,
      events: asked,
      groupNames: [...new Set(situations.map(({ group }) => group.name))],
      links: { ...footLinks(occasion, "reminders"), absences: addresses.absences },
    }),
    pushes: situations.map(({ event }, index) =>
      pushOf(occasion, event, asked[index]?.stake ?? pushText.answerMissing, true),
    ),
    leftOut,
  };
}
