import type * as z from "zod/mini";
import { HEADERS } from "#contract/headers.ts";
import { API, fillPath } from "#contract/paths.ts";
import { GroupDetails, Membership } from "#contract/planning-calls.ts";
import { Group, PlannedEvent } from "#contract/planning.ts";
import { answerOf } from "#domain/availability.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { ApiError } from "../../http/api-error.ts";
import { type ApiAnswer, type ApiCall, exchangeApi, type Fetch } from "../../http/call-api.ts";
import type { RefusalCode } from "../planning-source.ts";
import type { OutboxEntry } from "./outbox-record.ts";
import { positionOf } from "./position-header.ts";
import { isSilence } from "./server-contact.ts";
import { isSessionRefusal } from "./session-refusal.ts";

/** What the server made of a change. */
export type SendOutcome =
  /** `position` of its log by then (`null`: not told). `isInEffect` is false where somebody's later word stands. */
  | { readonly status: "accepted"; readonly position: number | null; readonly isInEffect: boolean }
  | { readonly status: "refused"; readonly code: RefusalCode }
  | { readonly status: "unanswered" }
  /** The server tried, and failed for a reason that it does not know itself. */
  | { readonly status: "failed" }
  | { readonly status: "session_refused" }
  /** To be tried again after so many seconds; `null`: not told. */
  | { readonly status: "postponed"; readonly seconds: number | null };

interface Sender {
  readonly userId: string;
  readonly fetchIt?: Fetch | undefined;
}

type Exchanged = ApiAnswer<unknown>;

/** Whether the server makes this change itself, in another call. */
export function isMadeByServer({ type }: PlanningChange): boolean {
  return type === "person.changed" || type === "person.removed";
}

/**
 * Sends a change once. Never rejects for what a server or a network can do.
 * @param isRepeated the server may have it already: what it no longer finds to delete is deleted
 */
export async function sendChange(
  { change, saidAt }: Pick<OutboxEntry, "change" | "saidAt">,
  isRepeated: boolean,
  { userId, fetchIt }: Sender,
): Promise<SendOutcome> {
  const call = callOf(change, saidAt, userId);
  if (call === null) return { status: "refused", code: "request.invalid" };
  try {
    const answer = await exchangeApi({ ...call, headers: { ...call.headers, [HEADERS.person]: userId } }, fetchIt);
    // A page that a proxy answers in the server's stead deletes nothing.
    if (call.method === "DELETE" && answer.status !== 204) return { status: "unanswered" };
    return { status: "accepted", position: positionOf(answer.headers), isInEffect: isInEffect(change, answer) };
  } catch (error) {
    if (error instanceof ApiError) return outcomeOf(error, change, isRepeated);
    throw error;
  }
}

function outcomeOf(error: ApiError, change: PlanningChange, isRepeated: boolean): SendOutcome {
  const { code, retryAfter } = error;
  if (code === "server.failure" && error.isServersWord) return { status: "failed" };
  if (isSilence(error)) return { status: "unanswered" };
  if (isSessionRefusal(error)) return { status: "session_refused" };
  if (code === "request.too_many") return { status: "postponed", seconds: retryAfter ?? null };
  if (isRepeated && isGone(change, code)) return { status: "accepted", position: null, isInEffect: true };
  return { status: "refused", code };
}

function isGone({ type }: PlanningChange, code: string): boolean {
  if (type === "event.deleted") return code === "event.not_found";
  return (type === "group.deleted" || type === "group.left") && code === "group.not_found";
}

/** An answer that was given earlier never replaces one given later, and the row tells which one stands. */
function isInEffect(change: PlanningChange, { body }: Exchanged): boolean {
  if (change.type !== "availability.set") return true;
  const { availability } = body as z.infer<typeof PlannedEvent>;
  return answerOf(availability, change.person.id) === change.answer;
}

/** The call that makes a change; `null` where there is none. */
function callOf(change: PlanningChange, saidAt: string, userId: string): ApiCall<unknown> | null {
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
    case "group.joined":
      if (change.userId !== userId) return null;
      return { method: "PUT", path: fillPath(API.ownMembership, change.groupId), answer: Membership };
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
    case "event.deleted":
      return { method: "DELETE", path: fillPath(API.event, change.eventId) };
    case "availability.set": {
      const body = { status: change.answer, answeredAt: saidAt };
      return { method: "PUT", path: fillPath(API.ownAvailability, change.eventId), body, answer: PlannedEvent };
    }
    case "event.restored":
      return { method: "POST", path: fillPath(API.eventRestoration, change.event.id), answer: PlannedEvent };
    case "group.restored":
      return { method: "POST", path: fillPath(API.groupRestoration, change.group.id), answer: Group };
    case "event.edited":
    case "person.changed":
    case "person.removed":
      return null;
  }
}

function membershipPath(groupId: string, memberId: string, userId: string): `/api/${string}` {
  return memberId === userId ? fillPath(API.ownMembership, groupId) : fillPath(API.membership, groupId, memberId);
}
