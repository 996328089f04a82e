import * as z from "zod/mini";
import { HEADERS } from "#contract/headers.ts";
import { API, fillPath } from "#contract/paths.ts";
import { GroupDetails } from "#contract/planning/groups.ts";
import { OwnWish } from "#contract/planning/line-ups.ts";
import { Membership } from "#contract/planning/memberships.ts";
import { Absence, Group, PlannedEvent } from "#contract/planning/planning.ts";
import { withQuery } from "#contract/planning/planning-addresses.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import { addDays } from "#domain/calendar/calendar.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { ApiError } from "../../../http/api-error.ts";
import { type ApiAnswer, type ApiCall, exchangeApi, type Fetch } from "../../../http/call-api.ts";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import type { OutboxEntry } from "./outbox-record.ts";
import { positionOf } from "../reads/read-part.ts";
import { isSessionRefusal, isSilence } from "../contact/server-contact.ts";

/** `reference`: the request's id in the server's log, where the server failed. */
export interface Refused extends ChangeRefusal {
  readonly status: "refused";
  readonly reference?: string | undefined;
}

/** The server's answer to a change. */
export type SendOutcome =
  /**
   * `position`: the position of the server's log after the change (`null`: unknown). `isInEffect` is false if a later
   * answer applies instead.
   */
  | { readonly status: "accepted"; readonly position: number | null; readonly isInEffect: boolean }
  | Refused
  | { readonly status: "unanswered" }
  /** The server answered with an unexpected failure (500). */
  | { readonly status: "failed"; readonly reference?: string | undefined }
  | { readonly status: "session_refused" }
  /** Retry after `seconds`; `null`: the server gave no time. */
  | { readonly status: "postponed"; readonly seconds: number | null };

/** What the server reports about an accepted change. */
export type Acceptance = Pick<Extract<SendOutcome, { readonly status: "accepted" }>, "position" | "isInEffect">;

interface Sender {
  readonly userId: string;
  readonly fetchIt?: Fetch | undefined;
}

type Exchanged = ApiAnswer<unknown>;

/**
 * Sends a change once. Never rejects for a failure of the server or the network.
 * @param isRepeated the server may already have applied it: a deletion that finds nothing counts as done
 */
export async function sendChange(
  { change, madeAt, about = null }: Pick<OutboxEntry, "change" | "madeAt"> & Partial<Pick<OutboxEntry, "about">>,
  isRepeated: boolean,
  { userId, fetchIt }: Sender,
): Promise<SendOutcome> {
  const call = callOf(change, { madeAt, about }, userId);
  if (call === null) return { status: "refused", code: "request.invalid" };
  try {
    const answer = await exchangeApi({ ...call, headers: { ...call.headers, [HEADERS.person]: userId } }, fetchIt);
    // Only 204 means deleted: a proxy may answer with its own page.
    if (call.method === "DELETE" && answer.status !== 204) return { status: "unanswered" };
    return { status: "accepted", position: positionOf(answer.headers), isInEffect: isInEffect(change, answer) };
  } catch (error) {
    if (error instanceof ApiError) return outcomeOf(error, change, isRepeated);
    throw error;
  }
}

function outcomeOf(error: ApiError, change: PlanningChange, isRepeated: boolean): SendOutcome {
  const { code, fieldErrors, retryAfter, reference } = error;
  if (code === "server.failure" && error.isFromServer) return { status: "failed", reference };
  if (isSilence(error)) return { status: "unanswered" };
  if (isSessionRefusal(error)) return { status: "session_refused" };
  if (code === "request.too_many") return { status: "postponed", seconds: retryAfter ?? null };
  if (isRepeated && isGone(change, code)) return { status: "accepted", position: null, isInEffect: true };
  return { status: "refused", code, ...(Object.keys(fieldErrors).length > 0 && { fieldErrors }) };
}

function isGone({ type }: PlanningChange, code: string): boolean {
  if (type === "event.deleted" || type === "series.deleted" || type === "line_up.dropped")
    return code === "event.not_found";
  if (type === "absence.removed") return code === "absence.not_found";
  return (type === "group.deleted" || type === "group.left") && code === "group.not_found";
}

/** The server keeps the latest answer. The returned event shows whether this one is the latest. */
function isInEffect(change: PlanningChange, { body }: Exchanged): boolean {
  if (change.type !== "availability.set") return true;
  const { availability } = body as z.infer<typeof PlannedEvent>;
  const entry = availability.find(({ userId }) => userId === change.person.id);
  const hasComment = change.comment === undefined || (entry?.comment ?? "") === change.comment;
  return givenAnswerOf(availability, change.person.id) === change.answer && hasComment;
}

/** The call that sends a change; `null` if there is none, because another version of this page stored the change. */
function callOf(
  change: PlanningChange,
  { madeAt, about }: Pick<OutboxEntry, "madeAt" | "about">,
  userId: string,
): ApiCall<unknown> | null {
  switch (change.type) {
    case "group.created": {
      const { id, name } = change.group;
      return {
        method: "POST",
        path: API.groups,
        body: { name },
        headers: { [HEADERS.idempotencyKey]: id },
        answer: Group,
      };
    }
    case "group.renamed":
      return { method: "PATCH", path: fillPath(API.group, change.groupId), body: { name: change.name }, answer: Group };
    case "group.deleted":
      return { method: "DELETE", path: fillPath(API.group, change.groupId) };
    case "group.pairs_set": {
      const path = fillPath(API.combinablePairs, change.groupId);
      return { method: "PUT", path, body: { pairs: change.pairs }, answer: GroupDetails };
    }
    case "group.required_roles_set": {
      const path = fillPath(API.requiredRoles, change.groupId);
      return { method: "PUT", path, body: { roles: change.roles }, answer: GroupDetails };
    }
    case "line_up.kept": {
      const { eventId, lineUp, repairs } = change;
      const body = { holdings: lineUp, ...(repairs && { repairs }) };
      return { method: "PUT", path: fillPath(API.lineUp, eventId), body, answer: PlannedEvent };
    }
    case "line_up.dropped":
      return { method: "DELETE", path: fillPath(API.lineUp, change.eventId) };
    case "person.wish_set": {
      // Users can only send their own wish.
      if (change.userId !== userId) return null;
      return { method: "PUT", path: API.ownWish, body: { most: change.most }, answer: OwnWish };
    }
    case "group.joined":
      return { method: "PUT", path: membershipPath(change.groupId, change.userId, userId), answer: Membership };
    case "group.left":
      return { method: "DELETE", path: membershipPath(change.groupId, change.userId, userId) };
    case "event.created": {
      const { id, ...event } = change.event;
      return {
        method: "POST",
        path: API.events,
        body: event,
        headers: { [HEADERS.idempotencyKey]: id },
        answer: PlannedEvent,
      };
    }
    case "event.edited": {
      const body = { ...change.edit, answers: change.answers };
      return { method: "PATCH", path: fillPath(API.event, change.eventId), body, answer: PlannedEvent };
    }
    case "event.deleted":
      return { method: "DELETE", path: fillPath(API.event, change.eventId) };
    case "series.created": {
      const { id, ...body } = change.series;
      const headers = { [HEADERS.idempotencyKey]: id };
      return { method: "POST", path: API.eventSeries, body, headers, answer: z.array(PlannedEvent) };
    }
    case "series.edited": {
      const { eventId, from, days, edit, answers } = change;
      const date = days === 0 ? {} : { date: addDays(from, days) };
      const body = { ...edit, ...date, answers, scope: "following" };
      return { method: "PATCH", path: fillPath(API.event, eventId), body, answer: PlannedEvent };
    }
    case "series.deleted":
      return { method: "DELETE", path: following(fillPath(API.event, change.eventId)) };
    case "series.restored": {
      const path = following(fillPath(API.eventRestoration, change.eventId));
      return { method: "POST", path, answer: PlannedEvent };
    }
    case "availability.set": {
      const { eventId, person, answer, comment } = change;
      const givenFor = about?.time === undefined ? {} : { givenFor: { date: about.date, time: about.time } };
      const body = { status: answer, answeredAt: madeAt, ...givenFor, ...(comment !== undefined && { comment }) };
      return { method: "PUT", path: availabilityPath(eventId, person.id, userId), body, answer: PlannedEvent };
    }
    case "event.restored":
      return { method: "POST", path: fillPath(API.eventRestoration, change.event.id), answer: PlannedEvent };
    case "group.restored":
      return { method: "POST", path: fillPath(API.groupRestoration, change.group.id), answer: Group };
    case "absence.added": {
      const { id, from, to } = change.absence;
      const headers = { [HEADERS.idempotencyKey]: id };
      return { method: "POST", path: API.absences, body: { from, to }, headers, answer: Absence };
    }
    case "absence.removed":
      return { method: "DELETE", path: fillPath(API.absence, change.absenceId) };
    case "person.changed":
    case "person.removed":
      return null;
  }
}

/** The same call for the event and those after it in its series. */
function following(path: `/api/${string}`): `/api/${string}` {
  return withQuery(path, { scope: "following" });
}

function availabilityPath(eventId: string, personId: string, userId: string): `/api/${string}` {
  return personId === userId ? fillPath(API.ownAvailability, eventId) : fillPath(API.availability, eventId, personId);
}

function membershipPath(groupId: string, memberId: string, userId: string): `/api/${string}` {
  return memberId === userId ? fillPath(API.ownMembership, groupId) : fillPath(API.membership, groupId, memberId);
}
