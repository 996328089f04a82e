import { randomUUID } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import type { AvailabilityUpdate } from "#contract/planning/answers.ts";
import { type EventWindow, type NewEvent, WINDOW_MAX_DAYS } from "#contract/planning/events.ts";
import { answerOf } from "#domain/availability/availability.ts";
import { addDays, daysBetween, daysInMonth, monthOf, plainDate } from "#domain/calendar/calendar.ts";
import { type Turn, TURN_DAYS, turnsOf } from "#domain/line-up/turns.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import { detailsOf, type PlannedEvent } from "#domain/planning/planning.ts";
import type { Queryable } from "../database/database.ts";
import { found, Refusal } from "../errors.ts";
import { hasRight } from "./changes/read-rights.ts";
import { type Positioned } from "./changes/write-change-log.ts";
import { readElsewhere } from "./events/read-elsewhere.ts";
import { readEvent, readEvents } from "./events/read-events.ts";
import { readGroup } from "./groups/read-groups.ts";
import { readWish, readWishes } from "./line-ups/write-line-ups.ts";
import { eventKey, type PlanningMounts } from "./planning-mount.ts";
import type { PlanningResponses } from "./planning-responses.ts";
import { readRepertoire, tellProgramme } from "./programmes/write-programmes.ts";
import type { AcceptChange, SharedPlanning } from "./shared-planning.ts";

interface EventRouteParts {
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly responses: PlanningResponses;
}

/** @throws Refusal for a date range that ends before it begins, or is too long */
function checkWindow({ from, to }: EventWindow): void {
  const days = daysBetween(from, to);
  if (days < 0) throw new Refusal("request.invalid", { fields: { to: "request.invalid" } });
  if (days > WINDOW_MAX_DAYS) throw new Refusal("window.too_long");
}

async function readOne(queryable: Queryable, { eventId }: { readonly eventId: string }) {
  return found(await readEvent(queryable, eventId), "event.not_found");
}

/** The details of a new event, and the roles that it needs if they differ from those of its group. */
function contentsOf(body: NewEvent) {
  const { groupId, requiredRoles } = body;
  return { groupId, ...detailsOf(body), ...(requiredRoles && { requiredRoles }) };
}

export function addEventRoutes(
  { mountRead, mountChange, mountBareChange }: PlanningMounts,
  parts: EventRouteParts,
): void {
  const { planning, responses } = parts;

  mountRead(OPERATIONS.listEvents, async ({ actor, query }) => {
    checkWindow(query);
    const { group: groupId, from, to } = query;
    return responses.events(await responses.follow(), actor, { groupId, from, to });
  });
  mountRead(OPERATIONS.listUpcomingEvents, async ({ actor, query: { group: groupId, from, limit } }) =>
    responses.events(await responses.follow(), actor, { groupId, from: from ?? planning.today(), limit }),
  );
  mountRead(OPERATIONS.readEvent, async ({ parameters }) => responses.event(await responses.follow(), parameters.id));

  mountChange(
    OPERATIONS.createEvent,
    ({ context, body }) => ({
      type: "event.created",
      event: { id: eventKey(context) ?? randomUUID(), ...contentsOf(body) },
    }),
    (queryable, { event }: Pick<ChangeOf<"event.created">, "event">) => readOne(queryable, { eventId: event.id }),
  );
  mountChange(
    OPERATIONS.createSeries,
    ({ context, body }) => {
      // The ids of its events are computed from the id of the series.
      const id = eventKey(context)?.toLowerCase() ?? randomUUID();
      const { every, until } = body;
      return { type: "series.created", series: { id, ...contentsOf(body), every, until } };
    },
    (queryable, { series }: Pick<ChangeOf<"series.created">, "series">) =>
      readEvents(queryable, { seriesId: series.id }).then(({ row }) => row),
  );
  mountChange(
    OPERATIONS.editEvent,
    ({ parameters, body: { scope, answers = "keep", ...edit } }) => ({
      type: scope === "following" ? "series.edited" : "event.edited",
      eventId: parameters.id,
      edit,
      answers,
    }),
    readOne,
  );
  mountBareChange(OPERATIONS.deleteEvent, ({ parameters, query: { scope } }) => ({
    type: scope === "following" ? "series.deleted" : "event.deleted",
    eventId: parameters.id,
  }));
  mountChange(
    OPERATIONS.restoreEvent,
    ({ parameters, query: { scope } }) => ({
      type: scope === "following" ? "series.restored" : "event.restored",
      eventId: parameters.id,
    }),
    readOne,
  );
}

export function addAnswerRoutes({ mountRead }: PlanningMounts, { planning, accept, responses }: EventRouteParts): void {
  /** Caches the event with the new answer, because the pages of other people read it next. */
  async function answer(
    { actorId, ...about }: { readonly actorId: string; readonly userId: string; readonly eventId: string },
    { status, answeredAt, comment, givenFor }: AvailabilityUpdate,
  ): Promise<Positioned<PlannedEvent>> {
    const wanted = {
      ...about,
      type: "availability.set" as const,
      answer: status,
      givenFor,
      comment: comment === null ? "" : comment,
      answeredAt: answeredAt === undefined ? planning.now() : new Date(answeredAt),
    };
    const answered = await accept(actorId, wanted, (queryable) => readOne(queryable, about));
    responses.keepEvent(answered);
    return answered;
  }

  mountRead(OPERATIONS.setOwnAvailability, ({ actor, parameters: { id }, body }) =>
    answer({ actorId: actor.id, userId: actor.id, eventId: id }, body),
  );
  mountRead(OPERATIONS.setAvailability, ({ actor, parameters: { id, userId }, body }) =>
    answer({ actorId: actor.id, userId, eventId: id }, body),
  );
}

/** How often each member of an event's group played in the days before it. @throws Refusal `event.not_found` */
async function readTurns(queryable: Queryable, eventId: string): Promise<Turn[]> {
  const event = await readOne(queryable, { eventId });
  const { groupId, date } = event;
  const group = found(await readGroup(queryable, groupId), "event.not_found");
  const { year, month } = monthOf(date);
  const days = { from: plainDate(year, month, 1), to: plainDate(year, month, daysInMonth({ year, month })) };
  const { row: before } = await readEvents(queryable, { groupId, from: addDays(date, -TURN_DAYS), to: date });
  const { row: inMonth } = await readEvents(queryable, days);
  const events = [...new Map([...before, ...inMonth].map((shown) => [shown.id, shown])).values()];
  const people = group.memberIds.map((id) => ({ id }));
  const isConcerned = (id: string) => group.memberIds.includes(id) || answerOf(event.availability, id) === "present";
  const taken = await readElsewhere(queryable, event);
  const elsewhere = new Map([...taken].filter(([id]) => isConcerned(id)));
  const turns = turnsOf({ event, events, people, wishes: await readWishes(queryable), elsewhere });
  return [...turns.values()];
}

async function readOwnWish(queryable: Queryable, { userId }: { readonly userId: string }) {
  return { most: await readWish(queryable, userId) };
}

/** Kept line-ups, and whose turn it is to play. */
export function addLineUpRoutes(
  { mountRow, mountChange, mountBareChange }: PlanningMounts,
  { database }: SharedPlanning,
): void {
  mountChange(
    OPERATIONS.keepLineUp,
    ({ parameters, body: { holdings, repairs } }) => ({
      type: "line_up.kept",
      eventId: parameters.id,
      lineUp: holdings,
      ...(repairs && { repairs }),
    }),
    readOne,
  );
  mountBareChange(OPERATIONS.dropLineUp, ({ parameters }) => ({ type: "line_up.dropped", eventId: parameters.id }));

  mountRow(OPERATIONS.readTurns, async ({ actor, parameters: { id } }) => {
    const turns = await readTurns(database, id);
    const seesAll = await hasRight(database, actor, "turns.see_all", { eventId: id });
    return turns
      .filter(({ userId }) => seesAll || userId === actor.id)
      .map(({ takenBy, ...turn }) => (turn.userId === actor.id && takenBy ? { ...turn, takenBy } : turn));
  });

  mountRow(OPERATIONS.readOwnWish, ({ actor }) => readOwnWish(database, { userId: actor.id }));
  mountChange(
    OPERATIONS.setOwnWish,
    ({ actor, body: { most } }) => ({ type: "person.wish_set", userId: actor.id, most }),
    readOwnWish,
  );
}

export function addProgrammeRoutes({ mount, mountRow, mountChange }: PlanningMounts, planning: SharedPlanning): void {
  mountChange(
    OPERATIONS.setProgramme,
    ({ parameters, body: { items: programme, basedOn } }) => ({
      type: "programme.set",
      eventId: parameters.id,
      programme,
      basedOn,
    }),
    readOne,
  );
  mount(OPERATIONS.tellProgramme, async ({ actor, parameters: { id } }) => {
    await tellProgramme(planning, id, actor.id);
    return null;
  });
  mountRow(OPERATIONS.readRepertoire, ({ parameters: { id } }) =>
    readRepertoire(planning.database, id, planning.today()),
  );
}
