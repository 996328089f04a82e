import { API, HEADERS } from "#contract/paths.ts";
import {
  daysAddress,
  daysAround,
  eventAddress,
  groupAddress,
  UPCOMING_READ,
  upcomingAddress,
} from "#contract/planning/planning-addresses.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import {
  type ResponseOf,
  type ApiCall,
  ApiError,
  exchangeApi,
  type Fetch,
  lazySchema,
  type SchemaName,
} from "../../../http/call-api.ts";
import type { PlanningNeed } from "../../planning-source.ts";
import { type PlanningPart, type ReadPart, upcomingPart } from "./known-planning.ts";

/** What to read from the server: a need of a screen, or the list of groups, which all screens use. */
export type ReadRequest = PlanningNeed | { readonly type: "groups" };

/** One kind of read: its call, and how the body of the response becomes a part. */
interface PartCall {
  readonly call: ApiCall<unknown>;
  /** @param body `null` if there is no such event or group */
  readonly toPart: (body: unknown) => PlanningPart;
}

interface Reader {
  /** Sent as a header; the server refuses another user's session. */
  readonly userId: string;
  /** The latest known position of the server's log, used for a response that names none. */
  readonly reached: number;
  readonly fetchIt?: Fetch | undefined;
}

/** Reads one part of the shared planning from the server. Throws `ApiError`. */
export async function readPart(request: ReadRequest, { userId, reached, fetchIt }: Reader): Promise<ReadPart> {
  const { call, toPart } = callOf(request);
  const missing = { part: toPart(null), position: reached };
  // The address of an event with the id `upcoming` is that of another call; no event has this id.
  if (call.path === API.upcomingEvents) return missing;
  try {
    const { body, position } = await exchangeApi({ ...call, headers: { [HEADERS.person]: userId } }, fetchIt);
    return { part: toPart(body), position: position ?? reached };
  } catch (error) {
    const isMissing =
      error instanceof ApiError && (error.code === "event.not_found" || error.code === "group.not_found");
    if (!isMissing) throw error;
    return missing;
  }
}

export function addressOf(request: ReadRequest): string {
  return callOf(request).call.path;
}

/** Converts a response body that came with the page. The server wrote the page, so the body is not validated. */
export function partOfBody(request: ReadRequest, body: unknown): PlanningPart {
  return callOf(request).toPart(body);
}

/** Builds a `PartCall`. The schema's name determines the type of the body that `toPart` gets. */
function partCall<Name extends SchemaName>(
  path: ApiCall<unknown>["path"],
  name: Name,
  toPart: (body: ResponseOf<Name> | null) => PlanningPart,
): PartCall {
  return {
    call: { path, response: lazySchema(name) },
    toPart: (body) => toPart(body as ResponseOf<Name> | null),
  };
}

function daysCall(groupId: string | null, days: { readonly from: PlainDate; readonly to: PlainDate }): PartCall {
  const scope = { type: "days", groupId, from: days.from, to: days.to } as const;
  return partCall(daysAddress(groupId, days), "Events", (events) => ({ type: "events", scope, events: events ?? [] }));
}

function callOf(request: ReadRequest): PartCall {
  switch (request.type) {
    case "groups":
      return partCall(API.groups, "Groups", (groups) => ({ type: "groups", groups: groups ?? [] }));
    case "month":
      return daysCall(request.groupId, daysAround(request.month));
    case "days":
      return daysCall(request.groupId, request);
    case "absences":
      return partCall(API.absences, "Absences", (absences) => ({ type: "absences", absences: absences ?? [] }));
    case "wish": {
      const { userId } = request;
      return partCall(API.ownWish, "OwnWish", (wish) => ({ type: "wish", userId, most: wish?.most ?? null }));
    }
    case "upcoming": {
      const { groupId, from } = request;
      const address = upcomingAddress(groupId, from);
      return partCall(address, "Events", (events) => upcomingPart(groupId, from, events ?? [], UPCOMING_READ));
    }
    case "event": {
      const scope = { type: "event", eventId: request.eventId } as const;
      return partCall(eventAddress(request.eventId), "PlannedEvent", (event) => ({
        type: "events",
        scope,
        events: event ? [event] : [],
      }));
    }
    case "group": {
      const { groupId } = request;
      return partCall(groupAddress(groupId), "GroupDetails", (known) => ({ type: "group", groupId, known }));
    }
  }
}
