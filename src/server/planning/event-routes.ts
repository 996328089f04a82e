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
import { type PlanningMounts, requestedId } from "./planning-mount.ts";
import type { PlanningResponses } from "./planning-responses.ts";
import { readRepertoire, sendProgramme } from "./programmes/write-programmes.ts";
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

async function requireEvent(queryable: Queryable, { eventId }: { readonly eventId: string }) {
  return found(await readEvent(queryable, eventId), "event.not_found");
}

/** The fields of a new event. `requiredRoles` is left out for an event that needs the same roles as its group. */
function newEventFields(body: NewEvent) {
  const { groupId, requiredRoles } = body;
  return { groupId, ...detailsOf(body), ...(requiredRoles && { requiredRoles }) };
}

export function addEventRoutes(
  { mountPositioned, mountChange, mountBareChange }: PlanningMounts,
  parts: EventRouteParts,
): void {
  const { planning, responses } = parts;

  mountPositioned(OPERATIONS.listEvents, async ({ actor, query }) => {
    checkWindow(query);
    const { group: groupId, from, to } = query;
    return responses.events(await responses.follow(), actor, { groupId, from, to });
  });
  mountPositioned(OPERATIONS.listUpcomingEvents, async ({ actor, query: { group: groupId, from, limit } }) =>
    responses.events(await responses.follow(), actor, { groupId, from: from ?? planning.today(), limit }),
  );
  mountPositioned(OPERATIONS.readEvent, async ({ parameters }) =>
    responses.event(await responses.follow(), parameters.id),
  );

  mountChange(
    OPERATIONS.createEvent,
    ({ context, body }) => ({
      type: "event.created",
      event: { id: requestedId(context) ?? randomUUID(), ...newEventFields(body) },
    }),
    (queryable, { event }: Pick<ChangeOf<"event.created">, "event">) => requireEvent(queryable, { eventId: event.id }),
  );
  mountChange(
    OPERATIONS.createSeries,
    ({ context, body }) => {
      // The ids of its events are computed from the id of the series.
      const id = requestedId(context)?.toLowerCase() ?? randomUUID();
      const { every, until } = body;
      return { type: "series.created", series: { id, ...newEventFields(body), every, until } };
    },
    async (queryable, { series }: Pick<ChangeOf<"series.created">, "series">) =>
      (await readEvents(queryable, { seriesId: series.id })).value,
  );
  mountChange(
    OPERATIONS.editEvent,
    ({ parameters, body: { scope, answers = "keep", ...edit } }) => ({
      type: scope === "following" ? "series.edited" : "event.edited",
      eventId: parameters.id,
      edit,
      answers,
    }),
    requireEvent,
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
    requireEvent,
  );
}

export function addAnswerRoutes({ mountPositioned }: PlanningMounts, parts: EventRouteParts): void {
  const { planning, accept, responses } = parts;

  /** Stores an answer. Caches the event with it, because the pages of other people read it next. */
  async function setAnswer(
    { actorId, userId, eventId }: { readonly actorId: string; readonly userId: string; readonly eventId: string },
    { status, answeredAt, comment, givenFor }: AvailabilityUpdate,
  ): Promise<Positioned<PlannedEvent>> {
    const wanted = {
      type: "availability.set" as const,
      userId,
      eventId,
      answer: status,
      givenFor,
      // `null` deletes the stored comment, `undefined` keeps it.
      comment: comment === null ? "" : comment,
      answeredAt: answeredAt === undefined ? planning.now() : new Date(answeredAt),
    };
    const event = await accept(actorId, wanted, (queryable) => requireEvent(queryable, { eventId }));
    responses.cacheEvent(event);
    return event;
  }

  mountPositioned(OPERATIONS.setOwnAvailability, ({ actor, parameters: { id }, body }) =>
    setAnswer({ actorId: actor.id, userId: actor.id, eventId: id }, body),
  );
  mountPositioned(OPERATIONS.setAvailability, ({ actor, parameters: { id, userId }, body }) =>
    setAnswer({ actorId: actor.id, userId, eventId: id }, body),
  );
}

/** How often each member of an event's group played in the days before it. @throws Refusal `event.not_found` */
async function readTurns(queryable: Queryable, eventId: string): Promise<Turn[]> {
  const event = await requireEvent(queryable, { eventId });
  const { groupId, date } = event;
  const { memberIds } = found(await readGroup(queryable, groupId), "event.not_found");
  const { year, month } = monthOf(date);
  const monthDays = { from: plainDate(year, month, 1), to: plainDate(year, month, daysInMonth({ year, month })) };
  const { value: eventsBefore } = await readEvents(queryable, { groupId, from: addDays(date, -TURN_DAYS), to: date });
  // A wish limits how often a person plays in a month, in all groups together.
  const { value: eventsOfMonth } = await readEvents(queryable, monthDays);
  // An event in both lists counts once.
  const eventsById = new Map([...eventsBefore, ...eventsOfMonth].map((counted) => [counted.id, counted]));
  const people = memberIds.map((id) => ({ id }));
  const isConcerned = (id: string) => memberIds.includes(id) || answerOf(event.availability, id) === "present";
  const presentElsewhere = await readElsewhere(queryable, event);
  const elsewhere = new Map([...presentElsewhere].filter(([id]) => isConcerned(id)));
  const wishes = await readWishes(queryable);
  const turns = turnsOf({ event, events: [...eventsById.values()], people, wishes, elsewhere });
  return [...turns.values()];
}

async function readOwnWish(queryable: Queryable, { userId }: { readonly userId: string }) {
  return { most: await readWish(queryable, userId) };
}

/** Calls about kept line-ups, turns (how often people played) and wishes (how often they want to play). */
export function addLineUpRoutes(
  { mountPlainRead, mountChange, mountBareChange }: PlanningMounts,
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
    requireEvent,
  );
  mountBareChange(OPERATIONS.dropLineUp, ({ parameters }) => ({ type: "line_up.dropped", eventId: parameters.id }));

  mountPlainRead(OPERATIONS.readTurns, async ({ actor, parameters: { id } }) => {
    const turns = await readTurns(database, id);
    const seesAll = await hasRight(database, actor, "turns.see_all", { eventId: id });
    // `takenBy` names another event at which the person plays at that time. Only the person themself may see it.
    return turns
      .filter(({ userId }) => seesAll || userId === actor.id)
      .map(({ takenBy, ...turn }) => (turn.userId === actor.id && takenBy ? { ...turn, takenBy } : turn));
  });

  mountPlainRead(OPERATIONS.readOwnWish, ({ actor }) => readOwnWish(database, { userId: actor.id }));
  mountChange(
    OPERATIONS.setOwnWish,
    ({ actor, body: { most } }) => ({ type: "person.wish_set", userId: actor.id, most }),
    readOwnWish,
  );
}

export function addProgrammeRoutes(
  { mount, mountPlainRead, mountChange }: PlanningMounts,
  planning: SharedPlanning,
): void {
  mountChange(
    OPERATIONS.setProgramme,
    ({ parameters, body: { items: programme, basedOn } }) => ({
      type: "programme.set",
      eventId: parameters.id,
      programme,
      basedOn,
    }),
    requireEvent,
  );
  mount(OPERATIONS.tellProgramme, async ({ actor, parameters: { id } }) => {
    await sendProgramme(planning, id, actor.id);
    return null;
  });
  mountPlainRead(OPERATIONS.readRepertoire, ({ parameters: { id } }) =>
    readRepertoire(planning.database, id, planning.today()),
  );
}
