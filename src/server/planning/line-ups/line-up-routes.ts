import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import { hasRight } from "../changes/read-rights.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import { readPosition } from "../changes/read-change-log.ts";
import { readElsewhere } from "../events/read-elsewhere.ts";
import { readEvent, readEvents } from "../events/read-events.ts";
import { answerWith, found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { readWish, readWishes } from "./write-wishes.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { addDays, daysInMonth, monthOf, plainDate } from "#domain/calendar/calendar.ts";
import { type Turn, TURN_DAYS, turnsOf } from "#domain/line-up/turns.ts";
import type { Positioned } from "../changes/change-log.ts";
import { readGroup } from "../groups/read-groups.ts";

/** How often everybody in an event's group played in the days before it. @throws Refusal `event.not_found` */
async function readTurns(queryable: Queryable, eventId: string): Promise<Positioned<Turn[]>> {
  const { position, row: event } = found(await readEvent(queryable, eventId), "event.not_found");
  const { groupId, date } = event;
  const { row: group } = found(await readGroup(queryable, groupId), "event.not_found");
  const { year, month } = monthOf(date);
  const days = { from: plainDate(year, month, 1), to: plainDate(year, month, daysInMonth({ year, month })) };
  const { row: before } = await readEvents(queryable, { groupId, from: addDays(date, -TURN_DAYS), to: date });
  const { row: inMonth } = await readEvents(queryable, days);
  const events = [...new Map([...before, ...inMonth].map((one) => [one.id, one])).values()];
  const people = group.memberIds.map((id) => ({ id }));
  const isConcerned = (id: string) => group.memberIds.includes(id) || answerOf(event.availability, id) === "present";
  const taken = await readElsewhere(queryable, event);
  const elsewhere = new Map([...taken].filter(([id]) => isConcerned(id)));
  const turns = turnsOf({ event, events, people, wishes: await readWishes(queryable), elsewhere });
  return { position, row: [...turns.values()] };
}

async function readOwnWish(queryable: Queryable, userId: string) {
  const { position, row } = await readWish(queryable, userId);
  return { position, row: { most: row } };
}

/** Kept line-ups, and whose turn it is to play. */
export function addLineUpRoutes(mount: Mount, planning: SharedPlanning, accept: AcceptChange): void {
  mount(OPERATIONS.keepLineUp, async ({ context, actor, parameters: { id }, body: { holdings, repairs } }) => {
    const repair = repairs === undefined ? {} : { repairs };
    const wanted = { type: "line_up.kept" as const, eventId: id, lineUp: holdings, ...repair };
    return answerWith(
      context,
      await accept(actor.id, wanted, async (queryable) => found(await readEvent(queryable, id), "event.not_found")),
    );
  });

  mount(OPERATIONS.dropLineUp, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "line_up.dropped" as const, eventId: id };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.readTurns, async ({ context, actor, parameters: { id } }) => {
    const { position, row: turns } = await readTurns(planning.database, id);
    const seesAll = await hasRight(planning.database, actor, "turns.see_all", { eventId: id });
    const shown = turns
      .filter(({ userId }) => seesAll || userId === actor.id)
      .map(({ takenBy, ...turn }) => (turn.userId === actor.id && takenBy ? { ...turn, takenBy } : turn));
    return answerWith(context, { position, row: shown });
  });

  mount(OPERATIONS.readOwnWish, async ({ context, actor }) =>
    answerWith(context, await readOwnWish(planning.database, actor.id)),
  );

  mount(OPERATIONS.setOwnWish, async ({ context, actor, body: { most } }) => {
    const wanted = { type: "person.wish_set" as const, userId: actor.id, most };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readOwnWish(queryable, actor.id)));
  });
}
