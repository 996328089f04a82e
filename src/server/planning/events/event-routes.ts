import { randomUUID } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import { type EventWindow, WINDOW_MAX_DAYS } from "#contract/planning/events.ts";
import { daysBetween } from "#domain/calendar/calendar.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { acceptChange } from "../changes/accept-change.ts";
import { readPosition } from "../changes/read-change-log.ts";
import type { PlanningAnswers } from "../answers/planning-answers.ts";
import { readEvent } from "./read-events.ts";
import { eventKey } from "../changes/idempotency-key.ts";
import { answerStored, answerWith, found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";

/** @throws Refusal for a date range that ends before it begins, or is too long */
function checkWindow({ from, to }: EventWindow): void {
  const days = daysBetween(from, to);
  if (days < 0) throw new Refusal("request.invalid", { fields: { to: "request.invalid" } });
  if (days > WINDOW_MAX_DAYS) throw new Refusal("window.too_long");
}

async function readOne(queryable: Queryable, eventId: string) {
  return found(await readEvent(queryable, eventId), "event.not_found");
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

/** Events, and what people say of them. */
export function addEventRoutes(mount: Mount, planning: SharedPlanning, answers: PlanningAnswers): void {
  addEventReads(mount, planning, answers);

  mount(OPERATIONS.createEvent, async ({ context, actor, body }) => {
    const id = eventKey(context) ?? randomUUID();
    const wanted = { type: "event.created" as const, event: { id, ...body } };
    return answerWith(context, await acceptChange(planning, actor.id, wanted, (queryable) => readOne(queryable, id)));
  });

  mount(OPERATIONS.deleteEvent, async ({ context, actor, parameters }) => {
    const wanted = { type: "event.deleted" as const, eventId: parameters.id };
    return answerWith(context, await acceptChange(planning, actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.restoreEvent, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "event.restored" as const, eventId: id };
    return answerWith(context, await acceptChange(planning, actor.id, wanted, (queryable) => readOne(queryable, id)));
  });

  mount(OPERATIONS.setOwnAvailability, async ({ context, actor, parameters: { id }, body: { status, answeredAt } }) => {
    const wanted = {
      type: "availability.set" as const,
      eventId: id,
      answer: status,
      answeredAt: answeredAt === undefined ? planning.now() : new Date(answeredAt),
    };
    return answerWith(context, await acceptChange(planning, actor.id, wanted, (queryable) => readOne(queryable, id)));
  });
}
