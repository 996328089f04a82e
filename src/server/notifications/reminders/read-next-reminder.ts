import type { GroupMessages } from "#contract/notifications/messages.ts";
import { type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import { nextReminder, remindersDue } from "#domain/notifications/reminders.ts";
import type { Queryable } from "../../database/database.ts";
import { readEvents } from "../../planning/events/read-events.ts";
import { readGroup } from "../../planning/groups/read-groups.ts";
import { readPlansOfGroup, withPlans } from "./read-reminded-events.ts";

/** When somebody of a group is reminded next, if nothing changes until then; `null`: nobody is. */
export async function readNextReminder(
  queryable: Queryable,
  groupId: string,
  now: Date,
  zone: TimeZone,
): Promise<GroupMessages["nextReminder"]> {
  const today = wallTimeAt(now.getTime(), zone).date;
  const plans = await readPlansOfGroup(queryable, groupId, today);
  const moments = new Set(plans.flatMap((plan) => nextReminder(plan.event, plan, zone) ?? []));
  if (moments.size === 0) return null;
  const { row: events } = await readEvents(queryable, { groupId, from: today });
  const { row: group } = await readGroup(queryable, groupId);
  const members = { [groupId]: group?.memberIds ?? [] };
  for (const moment of [...moments].toSorted((a, b) => a - b)) {
    const at = afterQuietHours(Math.max(moment, now.getTime()), zone);
    const people = remindersDue(withPlans(events, plans), members, at, zone).length;
    if (people > 0) return { at: new Date(at).toISOString(), people };
  }
  return null;
}
