import type * as z from "zod/mini";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { HEADERS } from "#contract/headers.ts";
import { fillPath } from "#contract/paths.ts";
import { kindOf, type Occasion, personOf } from "#contract/planning/change-kinds.ts";
import type { PlannedEvent } from "#contract/planning/planning.ts";
import { withQuery } from "#contract/planning/planning-addresses.ts";
import { givenAnswerOf } from "#domain/availability/availability.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { ApiError } from "../../../http/api-error.ts";
import { type ApiAnswer, type ApiCall, exchangeApi, type Fetch } from "../../../http/call-api.ts";
import type { ChangeRefusal } from "#contract/planning/submit.ts";
import type { OutboxEntry } from "./stored-changes.ts";
import { positionOf } from "../reads/read-part.ts";
import type { Acceptance } from "../reads/server-planning.ts";
import { isSessionRefusal, isSilence } from "../contact/server-contact.ts";

/** `reference`: the request's id in the server's log, where the server failed. */
export interface Refused extends ChangeRefusal {
  readonly status: "refused";
  readonly reference?: string | undefined;
}

export type SendOutcome =
  | ({ readonly status: "accepted" } & Acceptance)
  | Refused
  | { readonly status: "unanswered" }
  /** The server answered with an unexpected failure (500). */
  | { readonly status: "failed"; readonly reference?: string | undefined }
  | { readonly status: "session_refused" }
  /** Retry after `seconds`; `null`: the server gave no time. */
  | { readonly status: "postponed"; readonly seconds: number | null };

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
  if (isRepeated && kindOf(change).call?.method === "DELETE" && isNotFound(code))
    return { status: "accepted", position: null, isInEffect: true };
  return { status: "refused", code, ...(Object.keys(fieldErrors).length > 0 && { fieldErrors }) };
}

/** Not `request.not_found`, which is no answer of ours. */
function isNotFound(code: ErrorCode | ClientErrorCode): boolean {
  return code === "event.not_found" || code === "group.not_found" || code === "absence.not_found";
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
function callOf(change: PlanningChange, occasion: Occasion, userId: string): ApiCall<unknown> | null {
  const { call } = kindOf(change);
  const person = personOf(change);
  const path = person === null || person.id === userId ? call?.path : person.others?.path;
  if (!call || path === undefined) return null;
  const { method, ids, query, key, body, response } = call;
  return {
    method,
    path: withQuery(fillPath(path, ...(ids?.(change) ?? [])), query ?? {}),
    body: body?.(change, occasion),
    headers: key ? { [HEADERS.idempotencyKey]: key(change) } : {},
    ...(response && { answer: response }),
  };
}
