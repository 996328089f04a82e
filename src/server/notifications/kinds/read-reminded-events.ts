import type { GroupMessages } from "#contract/notifications/messages.ts";
import { addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import { type TimeZone, todayOf } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import {
  isReminderDue,
  nextReminder,
  type RemindedEvent,
  remindersDue,
  type ReminderTimes,
} from "#domain/notifications/reminders.ts";
import { FARTHEST_REMINDER_DAYS } from "#domain/notifications/topics.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { readDate, type StoredDate } from "../../database/schema.ts";
import { STATE_ID } from "../../planning/changes/write-change-log.ts";
import { isVisible, readEvents } from "../../planning/events/read-events.ts";
import { readGroup } from "../../planning/groups/read-groups.ts";

/** When the reminders of an event are due, and which were sent. Only events of groups with reminders have a plan. */
export interface ReminderPlan extends ReminderTimes {
  readonly event: Pick<PlannedEvent, "id" | "groupId" | "date" | "time">;
}

function latestOf(dates: readonly (StoredDate | null)[]): number {
  return Math.max(0, ...dates.flatMap((date) => (date === null ? [] : [readDate(date).getTime()])));
}

function selectPlans({ kysely }: Queryable) {
  return kysely
    .selectFrom("planning_event")
    .innerJoin("planning_group as team", "team.id", "planning_event.group_id")
    .innerJoin("planning_state as state", (join) => join.on("state.id", "=", STATE_ID))
    .select(["planning_event.id", "planning_event.group_id", "planning_event.date", "planning_event.time"])
    .select(["timed_at", "reminded_until", "reminder_days", "reminders_set_at", "shared_at"])
    .where("team.reminders_on", "=", true)
    .where(isVisible);
}

async function readPlans(query: ReturnType<typeof selectPlans>): Promise<ReminderPlan[]> {
  return (await query.execute()).map((row) => ({
    event: { id: row.id, groupId: row.group_id, date: row.date, time: row.time },
    daysBefore: row.reminder_days,
    knownSince: latestOf([row.timed_at, row.reminders_set_at, row.shared_at]),
    doneUntil: row.reminded_until === null ? null : readDate(row.reminded_until).getTime(),
  }));
}

/**
 * The reminder plans of all groups, for events from `FARTHEST_REMINDER_DAYS` ago to as many days ahead. Past events are
 * included, because their reminders may have been due while the server was down.
 * @param eventIds reads only the plans of these events
 */
export async function readReminderPlans(
  queryable: Queryable,
  today: PlainDate,
  eventIds?: readonly string[],
): Promise<ReminderPlan[]> {
  if (eventIds?.length === 0) return [];
  const nearPlans = selectPlans(queryable)
    .where("planning_event.date", ">=", addDays(today, -FARTHEST_REMINDER_DAYS))
    .where("planning_event.date", "<=", addDays(today, FARTHEST_REMINDER_DAYS));
  return readPlans(eventIds === undefined ? nearPlans : nearPlans.where("planning_event.id", "in", eventIds));
}

/** The plans of all coming events of one group; none if its reminders are switched off. */
export function readPlansOfGroup(queryable: Queryable, groupId: string, today: PlainDate): Promise<ReminderPlan[]> {
  const plans = selectPlans(queryable).where("planning_event.group_id", "=", groupId);
  return readPlans(plans.where("planning_event.date", ">=", today));
}

/** The plans that have a reminder due now. */
export function duePlans(plans: readonly ReminderPlan[], now: Date, zone: TimeZone): ReminderPlan[] {
  return plans.filter((plan) => isReminderDue(plan.event, plan, now.getTime(), zone));
}

/** The date of the first event that is too far ahead for `readReminderPlans`; `null` when there is none. */
export async function readNextDate({ kysely }: Queryable, today: PlainDate): Promise<PlainDate | null> {
  const row = await kysely
    .selectFrom("planning_event")
    .select("date")
    .where("date", ">", addDays(today, FARTHEST_REMINDER_DAYS))
    .where("deleted_at", "is", null)
    .orderBy("date")
    .limit(1)
    .executeTakeFirst();
  return row?.date ?? null;
}

/** Adds to each event its reminder plan. Leaves out events without one. */
function withPlans(
  events: readonly PlannedEvent[],
  plans: readonly ReminderPlan[],
): (RemindedEvent & { readonly event: PlannedEvent })[] {
  const planOfEvent = new Map(plans.map((plan) => [plan.event.id, plan]));
  return events.flatMap((event) => {
    const plan = planOfEvent.get(event.id);
    return plan === undefined ? [] : [{ ...plan, event }];
  });
}

/** The events of these plans with their answers. */
export async function readRemindedEvents(
  queryable: Queryable,
  plans: readonly ReminderPlan[],
  today: PlainDate,
): Promise<(RemindedEvent & { readonly event: PlannedEvent })[]> {
  const from = addDays(today, -FARTHEST_REMINDER_DAYS);
  const { value: events } = await readEvents(queryable, { from, to: addDays(today, FARTHEST_REMINDER_DAYS) });
  return withPlans(events, plans);
}

/** When members of a group are reminded next, and how many of them if nobody answers before; `null`: nobody is reminded. */
export async function readNextReminder(
  queryable: Queryable,
  groupId: string,
  now: Date,
  zone: TimeZone,
): Promise<GroupMessages["nextReminder"]> {
  const today = todayOf({ now, zone });
  const plans = await readPlansOfGroup(queryable, groupId, today);
  const moments = new Set(plans.flatMap((plan) => nextReminder(plan.event, plan, zone) ?? []));
  if (moments.size === 0) return null;
  const { value: events } = await readEvents(queryable, { groupId, from: today });
  const group = await readGroup(queryable, groupId);
  const members = { [groupId]: group?.memberIds ?? [] };
  for (const moment of [...moments].toSorted((a, b) => a - b)) {
    const at = afterQuietHours(Math.max(moment, now.getTime()), zone);
    const people = remindersDue(withPlans(events, plans), members, at, zone).length;
    if (people > 0) return { at: new Date(at).toISOString(), people };
  }
  return null;
}
