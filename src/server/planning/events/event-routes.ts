import { randomUUID } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import { type EventWindow, WINDOW_MAX_DAYS } from "#contract/planning-calls.ts";
import { daysBetween } from "#domain/calendar.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { Mount } from "../auth/operation-route.ts";
import type { Actor } from "../auth/sessions.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { acceptChange } from "./accept-change.ts";
import { readPosition } from "./change-log-queries.ts";
import { type EventChoice, readEvent, readEvents } from "./event-queries.ts";
import { requireGroup } from "./group-change-queries.ts";
import { eventKey } from "./idempotency-key.ts";
import { answerWith, found } from "./planning-answer.ts";
import type { SharedPlanning } from "./shared-planning.ts";

/** @throws Refusal for a window that ends before it begins, or is too long */
function checkWindow({ from, to }: EventWindow): void {
  const days = daysBetween(from, to);
  if (days < 0) throw new Refusal("request.invalid", { fields: { to: "request.invalid" } });
  if (days > WINDOW_MAX_DAYS) throw new Refusal("window.too_long");
}

/** One group's events are everybody's to see, those of all groups at once an admin's. */
async function readChosen(queryable: Queryable, actor: Actor, choice: EventChoice) {
  const isAllowed = choice.groupId !== undefined || may(roleOf(actor), "event.see_other_groups");
  if (!isAllowed) throw new Refusal("request.forbidden");
  const events = await readEvents(queryable, choice);
  if (events.row.length === 0 && choice.groupId !== undefined) await requireGroup(queryable, choice.groupId);
  return events;
}

async function readOne(queryable: Queryable, eventId: string) {
  return found(await readEvent(queryable, eventId), "event.not_found");
}

function addEventReads(mount: Mount, planning: SharedPlanning): void {
  const { database } = planning;

  mount(OPERATIONS.listEvents, async ({ context, actor, query }) => {
    checkWindow(query);
    const { group, from, to } = query;
    return answerWith(context, await readChosen(database, actor, { groupId: group, from, to }));
  });

  mount(OPERATIONS.listUpcomingEvents, async ({ context, actor, query: { group, from, limit } }) => {
    const choice = { groupId: group, from: from ?? planning.today(), limit };
    return answerWith(context, await readChosen(database, actor, choice));
  });

  mount(OPERATIONS.readEvent, async ({ context, parameters }) =>
    answerWith(context, await readOne(database, parameters.id)),
  );
}

/** Events, and what people say of them. */
export function addEventRoutes(mount: Mount, planning: SharedPlanning): void {
  addEventReads(mount, planning);

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
