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
import { remindersJob } from "../../planning/reminders/write-reminders.ts";
import { answerableEvent, type Composition, footerLinks, type MessageContext, pushOf } from "../messages/composing.ts";
import { readMembers, readSituations } from "../../planning/events/read-situation.ts";
import type { QueueMessages } from "../messages/write-messages.ts";
import {
  duePlans,
  readNextDate,
  readRemindedEvents,
  readReminderPlans,
  type ReminderPlan,
} from "./read-reminded-events.ts";
import { noteReminded } from "./write-reminded.ts";

/** The handler of the one job `reminders`: queues the reminders that are due, and adds the job again for the next ones. */
export function queueReminders(zone: TimeZone, queueMessages: QueueMessages): RunInTransaction {
  /** @param nextDate the date of the first event that is too far ahead for a plan */
  function nextMoment(plans: readonly ReminderPlan[], nextDate: PlainDate | null): number | null {
    const moments = plans.flatMap((plan) => nextReminder(plan.event, plan, zone) ?? []);
    if (nextDate !== null) moments.push(earliestReminder(nextDate, zone));
    return moments.length === 0 ? null : Math.min(...moments);
  }

  async function queueDue(queryable: Queryable, plans: readonly ReminderPlan[], now: Date): Promise<void> {
    const events = await readRemindedEvents(queryable, plans, todayOf({ now, zone }));
    const members = await readMembers(queryable);
    const due = remindersDue(events, members, now.getTime(), zone);
    const messages = due.map(({ userId, eventIds }) => ({
      userId,
      message: { topic: "reminders" as const, eventIds },
      replaceKey: "reminder",
    }));
    const leftOut = leftOutOfReminders(events, members, now.getTime(), zone);
    await queueMessages(queryable, { topic: "reminders", messages, leftOut }, now);
  }

  return async (queryable, _job, now) => {
    const today = todayOf({ now, zone });
    const plans = await readReminderPlans(queryable, today);
    const due = new Set(duePlans(plans, now, zone));
    const isQuiet = afterQuietHours(now.getTime(), zone) > now.getTime();
    const isSent = due.size > 0 && !isQuiet;
    if (isSent) {
      await queueDue(queryable, plans, now);
      await noteReminded(queryable, [...due], now);
    }
    const updatedPlans = plans.map((plan) => (isSent && due.has(plan) ? { ...plan, doneUntil: now.getTime() } : plan));
    const next = nextMoment(updatedPlans, await readNextDate(queryable, today));
    if (next === null) return;
    const dueAt = new Date(afterQuietHours(Math.max(next, now.getTime()), zone));
    await addJobs(queryable, [remindersJob(dueAt)], now);
  };
}

/** The reminder of those of these events that the recipient still has not answered. */
export async function composeReminder(context: MessageContext, eventIds: readonly string[]): Promise<Composition> {
  const { queryable, recipient, now, zone, addresses } = context;
  const today = todayOf(context);
  const plans = await readReminderPlans(queryable, today, eventIds);
  const events = await readRemindedEvents(queryable, plans, today);
  const members = await readMembers(queryable);
  const reminder = { userId: recipient.id, eventIds };
  const openIds = stillOpen(reminder, events, members, now.getTime(), zone);
  const leftOut = closedSince(reminder, openIds, events);
  if (openIds.length === 0) return leftOut;
  const openEvents = events.flatMap(({ event }) => (openIds.includes(event.id) ? [event] : []));
  const situations = [...(await readSituations(queryable, openEvents, context)).values()];
  const asked = situations.map((situation) => answerableEvent(context, situation));
  return {
    mail: reminderMail({
      firstName: recipient.firstName,
      events: asked,
      groupNames: [...new Set(situations.map(({ group }) => group.name))],
      links: { ...footerLinks(context, "reminders"), absences: addresses.absences },
    }),
    pushes: situations.map(({ event }, index) =>
      pushOf(context, event, asked[index]?.stake ?? pushText.answerMissing, { isAsked: true }),
    ),
    leftOut,
  };
}
