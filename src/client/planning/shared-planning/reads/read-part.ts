import { HEADERS } from "#contract/headers.ts";
import { API } from "#contract/paths.ts";
import {
  daysAddress,
  daysAround,
  eventAddress,
  groupAddress,
  UPCOMING_READ,
  upcomingAddress,
} from "#contract/planning/planning-addresses.ts";
import type { GroupDetails } from "#contract/planning/planning.ts";
import { ApiError } from "../../../http/api-error.ts";
import { type AnswerOf, type ApiCall, exchangeApi, type Fetch, lateSchema } from "../../../http/call-api.ts";
import type { PlanningNeed } from "../../planning-source.ts";
import { type PlanningPart, type ReadPart, upcomingPart } from "./known-planning.ts";

/** What to read: the needs of screens, and the list of groups, which all of them use. */
export type ReadRequest = PlanningNeed | { readonly type: "groups" };

/** One kind of read: its call, and how the body of the response becomes a part. */
interface PartCall<Body> {
  readonly call: ApiCall<Body>;
  /** @param body `null` where there is no such event or group */
  readonly toPart: (body: Body | null) => PlanningPart;
  readonly mayBeMissing?: true;
}

export interface Reader {
  /** Sent as a header; the server refuses another user's session. */
  readonly userId: string;
  /** A position that the server's log has already reached, so any response is at least that new. */
  readonly reached: number;
  readonly fetchIt?: Fetch | undefined;
}

/** Reads one part of the shared planning. Throws `ApiError`. */
export function readPart(request: ReadRequest, reader: Reader): Promise<ReadPart> {
  return withCall(request, (call) => (call.mayBeMissing ? readIfThere(call, reader) : read(call, reader)));
}

/** The log position that a response reflects; `null` if it has no such header. */
export function positionOf(headers: Headers): number | null {
  const position = Number.parseInt(headers.get(HEADERS.position) ?? "", 10);
  return Number.isNaN(position) ? null : position;
}

export function addressOf(request: ReadRequest): string {
  return withCall(request, ({ call }) => call.path);
}

/** The part that the body of a response to `request` holds. It came with the page, so it is not checked (`VisitData`). */
export function partOfBody(request: ReadRequest, body: unknown): PlanningPart {
  return withCall(request, <Body>({ toPart }: PartCall<Body>) => toPart(body as Body));
}

function withCall<Result>(request: ReadRequest, visit: <Body>(call: PartCall<Body>) => Result): Result {
  switch (request.type) {
    case "groups":
      return visit(groupsCall());
    case "month":
      return visit(daysCall({ ...request, ...daysAround(request.month) }));
    case "days":
      return visit(daysCall(request));
    case "absences":
      return visit(absencesCall());
    case "wish":
      return visit(wishCall(request));
    case "upcoming":
      return visit(upcomingCall(request));
    case "event":
      return visit(eventCall(request));
    case "group":
      return visit(groupCall(request));
  }
}

type NeedOf<Type extends PlanningNeed["type"]> = Extract<PlanningNeed, { readonly type: Type }>;

function groupsCall(): PartCall<AnswerOf<"Groups">> {
  return {
    call: { path: API.groups, answer: lateSchema("Groups") },
    toPart: (groups) => ({ type: "groups", groups: groups ?? [] }),
  };
}

interface GroupDays extends Pick<NeedOf<"days">, "from" | "to"> {
  readonly groupId: string | null;
}

function daysCall({ groupId, from, to }: GroupDays): PartCall<AnswerOf<"Events">> {
  return {
    call: { path: daysAddress(groupId, { from, to }), answer: lateSchema("Events") },
    toPart: (events) => ({ type: "events", scope: { type: "days", groupId, from, to }, events: events ?? [] }),
  };
}

function absencesCall(): PartCall<AnswerOf<"Absences">> {
  return {
    call: { path: API.absences, answer: lateSchema("Absences") },
    toPart: (absences) => ({ type: "absences", absences: absences ?? [] }),
  };
}

function wishCall({ userId }: NeedOf<"wish">): PartCall<AnswerOf<"OwnWish">> {
  return {
    call: { path: API.ownWish, answer: lateSchema("OwnWish") },
    toPart: (wish) => ({ type: "wish", userId, most: wish?.most ?? null }),
  };
}

function upcomingCall({ groupId, from }: NeedOf<"upcoming">): PartCall<AnswerOf<"Events">> {
  return {
    call: { path: upcomingAddress(groupId, from), answer: lateSchema("Events") },
    toPart: (events) => upcomingPart(groupId, from, events ?? [], UPCOMING_READ),
  };
}

function eventCall({ eventId }: NeedOf<"event">): PartCall<AnswerOf<"PlannedEvent">> {
  return {
    call: { path: eventAddress(eventId), answer: lateSchema("PlannedEvent") },
    toPart: (event) => ({ type: "events", scope: { type: "event", eventId }, events: event ? [event] : [] }),
    mayBeMissing: true,
  };
}

function groupCall({ groupId }: NeedOf<"group">): PartCall<GroupDetails> {
  return {
    call: { path: groupAddress(groupId), answer: lateSchema("GroupDetails") },
    toPart: (details) => ({ type: "group", groupId, known: details && knownOf(details) }),
    mayBeMissing: true,
  };
}

function knownOf({ memberIds, combinablePairs, requiredRoles, eventCount }: GroupDetails) {
  return { memberIds, combinablePairs, ...(requiredRoles && { requiredRoles }), eventCount };
}

async function read<Body>({ call, toPart }: PartCall<Body>, reader: Reader): Promise<ReadPart> {
  const { userId, reached, fetchIt } = reader;
  const { body, headers } = await exchangeApi({ ...call, headers: { [HEADERS.person]: userId } }, fetchIt);
  return { part: toPart(body), position: positionOf(headers) ?? reached };
}

/** Reads a part whose event or group may not exist: « not found » is a valid result. */
async function readIfThere<Body>(partCall: PartCall<Body>, reader: Reader): Promise<ReadPart> {
  const nothing = { part: partCall.toPart(null), position: reader.reached };
  // The id is the name of a list (`upcoming`), so no event can have it.
  if (partCall.call.path === API.upcomingEvents) return nothing;
  try {
    return await read(partCall, reader);
  } catch (error) {
    const isGone = error instanceof ApiError && (error.code === "event.not_found" || error.code === "group.not_found");
    if (!isGone) throw error;
    return nothing;
  }
}
