import { randomUUID } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import { type EventWindow, type NewEvent, WINDOW_MAX_DAYS } from "#contract/planning/events.ts";
import type { AvailabilityUpdate } from "#contract/planning/answers.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import { detailsOf, type PlannedEvent } from "#domain/planning/planning.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import type { Positioned } from "../changes/change-log.ts";
import { readPosition } from "../changes/read-change-log.ts";
import type { PlanningAnswers } from "../planning-answers.ts";
import { readEvent, readEvents } from "./read-events.ts";
import { eventKey } from "../changes/idempotency-key.ts";
import { answerStored, answerWith, found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";

interface EventRouteParts {
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly answers: PlanningAnswers;
}

/** @throws Refusal for a date range that ends before it begins, or is too long */
function checkWindow({ from, to }: EventWindow): void {
  const days = daysBetween(from, to);
  if (days < 0) throw new Refusal("request.invalid", { fields: { to: "request.invalid" } });
  if (days > WINDOW_MAX_DAYS) throw new Refusal("window.too_long");
}

async function readOne(queryable: Queryable, eventId: string) {
  return found(await readEvent(queryable, eventId), "event.not_found");
}

/** The roles that an event needs, where they are not those of its group. */
function ownRolesOf({ requiredRoles }: Pick<NewEvent, "requiredRoles">) {
  return requiredRoles === undefined ? {} : { requiredRoles };
}

function addEventReads(mount: Mount, planning: SharedPlanning, answers: PlanningAnswers): void {
  mount(OPERATIONS.listEvents, async ({ context, actor, query }) => {
    checkWindow(query);
    const { group, from, to } = query;
    const choice = { groupId: group, from, to };
    return answerStored(context, await answers.events(await answers.follow(), actor, choice));
  });

  mount(OPERATIONS.listUpcomingEvents, async ({ context, actor, query: { group, from, limit } }) => {
    const choice = { groupId: group, from: from ?? planning.today(), limit };
    return answerStored(context, await answers.events(await answers.follow(), actor, choice));
  });

  mount(OPERATIONS.readEvent, async ({ context, parameters }) =>
    answerStored(context, await answers.event(await answers.follow(), parameters.id)),
  );
}

/** Events. */
export function addEventRoutes(mount: Mount, { planning, accept, answers }: EventRouteParts): void {
  addEventReads(mount, planning, answers);

  mount(OPERATIONS.createEvent, async ({ context, actor, body }) => {
    const id = eventKey(context) ?? randomUUID();
    const { groupId } = body;
    const wanted = { type: "event.created" as const, event: { id, groupId, ...detailsOf(body), ...ownRolesOf(body) } };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readOne(queryable, id)));
  });

  mount(OPERATIONS.createSeries, async ({ context, actor, body }) => {
    // Its events' ids are computed from it.
    const id = eventKey(context)?.toLowerCase() ?? randomUUID();
    const { groupId, every, until } = body;
    const series = { id, groupId, ...detailsOf(body), every, until, ...ownRolesOf(body) };
    const wanted = { type: "series.created" as const, series };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readEvents(queryable, { seriesId: id })));
  });

  mount(
    OPERATIONS.editEvent,
    async ({ context, actor, parameters: { id }, body: { scope, answers: kept = "keep", ...edit } }) => {
      const type = scope === "following" ? ("series.edited" as const) : ("event.edited" as const);
      const wanted = { type, eventId: id, edit, answers: kept };
      return answerWith(context, await accept(actor.id, wanted, (queryable) => readOne(queryable, id)));
    },
  );

  mount(OPERATIONS.deleteEvent, async ({ context, actor, parameters: { id }, query: { scope } }) => {
    const type = scope === "following" ? ("series.deleted" as const) : ("event.deleted" as const);
    return answerWith(context, await accept(actor.id, { type, eventId: id }, readPosition));
  });

  mount(OPERATIONS.restoreEvent, async ({ context, actor, parameters: { id }, query: { scope } }) => {
    const type = scope === "following" ? ("series.restored" as const) : ("event.restored" as const);
    const wanted = { type, eventId: id };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readOne(queryable, id)));
  });
}

function wantedAnswer(planning: SharedPlanning, eventId: string, userId: string, update: AvailabilityUpdate) {
  const { status, answeredAt, comment, givenFor } = update;
  return {
    type: "availability.set" as const,
    eventId,
    userId,
    answer: status,
    givenFor,
    comment: comment === null ? "" : comment,
    answeredAt: answeredAt === undefined ? planning.now() : new Date(answeredAt),
  };
}

/** What people say of events. */
export function addAnswerRoutes(mount: Mount, { planning, accept, answers }: EventRouteParts): void {
  /** Keeps the event as it is after the answer: the next one who reads a list with it is often another person's page. */
  async function answer(actorId: string, wanted: ReturnType<typeof wantedAnswer>): Promise<Positioned<PlannedEvent>> {
    const { eventId } = wanted;
    const answered = await accept(actorId, wanted, (queryable) => readOne(queryable, eventId));
    answers.keepEvent(answered.row, answered.position);
    return answered;
  }

  mount(OPERATIONS.setOwnAvailability, async ({ context, actor, parameters: { id }, body }) =>
    answerWith(context, await answer(actor.id, wantedAnswer(planning, id, actor.id, body))),
  );

  mount(OPERATIONS.setAvailability, async ({ context, actor, parameters: { id, userId }, body }) =>
    answerWith(context, await answer(actor.id, wantedAnswer(planning, id, userId, body))),
  );
}
