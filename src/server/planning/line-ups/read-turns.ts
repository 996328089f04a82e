import { addDays, daysInMonth, monthOf, plainDate } from "#domain/calendar/calendar.ts";
import { TURN_DAYS, type Turn, turnsOf } from "#domain/line-up/turns.ts";
import type { Queryable } from "../../database/database.ts";
import type { Positioned } from "../changes/change-log.ts";
import { readEvent, readEvents } from "../events/read-events.ts";
import { readGroup } from "../groups/read-groups.ts";
import { found } from "../planning-answer.ts";
import { readWishes } from "./read-wishes.ts";

/** How often everybody in an event's group played in the days before it. @throws Refusal `event.not_found` */
export async function readTurns(queryable: Queryable, eventId: string): Promise<Positioned<Turn[]>> {
  const { position, row: event } = found(await readEvent(queryable, eventId), "event.not_found");
  const { groupId, date } = event;
  const { row: group } = found(await readGroup(queryable, groupId), "event.not_found");
  const { year, month } = monthOf(date);
  const days = { from: plainDate(year, month, 1), to: plainDate(year, month, daysInMonth({ year, month })) };
  const { row: before } = await readEvents(queryable, { groupId, from: addDays(date, -TURN_DAYS), to: date });
  const { row: inMonth } = await readEvents(queryable, days);
  const events = [...new Map([...before, ...inMonth].map((one) => [one.id, one])).values()];
  const people = group.memberIds.map((id) => ({ id }));
  const turns = turnsOf({ event, events, people, wishes: await readWishes(queryable) });
  return { position, row: [...turns.values()] };
}
