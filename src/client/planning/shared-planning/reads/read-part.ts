import * as z from "zod/mini";
import { HEADERS } from "#contract/headers.ts";
import { API, fillPath } from "#contract/paths.ts";
import { GroupDetails } from "#contract/planning-calls.ts";
import { Group, PlannedEvent } from "#contract/planning.ts";
import { addMonths, monthGrid, type PlainDate, type YearMonth } from "#domain/calendar.ts";
import { ApiError } from "../../http/api-error.ts";
import { type ApiCall, exchangeApi, type Fetch } from "../../http/call-api.ts";
import type { PlanningNeed } from "../planning-source.ts";
import { type PlanningPart, type ReadPart, upcomingPart } from "./planning-part.ts";
import { positionOf } from "./position-header.ts";

/** What is read: what screens need, and the groups, which all of them do. */
export type Reading = PlanningNeed | { readonly type: "groups" };

/** How to read one kind of part: the call, and what its answer tells. */
interface PartCall<Body> {
  readonly call: ApiCall<Body>;
  readonly toPart: (body: Body) => PlanningPart;
}

/** More than the dashboard shows, so that some can go before the list must be read again. */
const UPCOMING_READ = 12;

const Groups = z.array(Group);
const Events = z.array(PlannedEvent);

export interface Reader {
  /** Nobody else's session answers. */
  readonly userId: string;
  /** A position that the server has reached: its answer is as new as that, or newer. */
  readonly reached: number;
  readonly fetchIt?: Fetch | undefined;
}

/** Reads one part of the shared planning. Throws `ApiError`. */
export async function readPart(reading: Reading, reader: Reader): Promise<ReadPart> {
  switch (reading.type) {
    case "groups":
      return read(groupsCall(), reader);
    case "month":
      return read(monthCall(reading), reader);
    case "upcoming":
      return read(upcomingCall(reading), reader);
    case "event":
      return readIfThere(eventCall(reading), reader);
    case "group":
      return readIfThere(groupCall(reading), reader);
  }
}

type NeedOf<Type extends PlanningNeed["type"]> = Extract<PlanningNeed, { readonly type: Type }>;

function groupsCall(): PartCall<z.infer<typeof Groups>> {
  return { call: { path: API.groups, answer: Groups }, toPart: (groups) => ({ type: "groups", groups }) };
}

function monthCall({ month, groupId }: NeedOf<"month">): PartCall<z.infer<typeof Events>> {
  const { from, to } = daysAround(month);
  return {
    call: { path: withQuery(API.events, { group: groupId, from, to }), answer: Events },
    toPart: (events) => ({ type: "events", scope: { type: "days", groupId, from, to }, events }),
  };
}

function upcomingCall({ groupId, from }: NeedOf<"upcoming">): PartCall<z.infer<typeof Events>> {
  const query = { group: groupId, from, limit: String(UPCOMING_READ) };
  return {
    call: { path: withQuery(API.upcomingEvents, query), answer: Events },
    toPart: (events) => upcomingPart(groupId, from, events, UPCOMING_READ),
  };
}

function eventCall({ eventId }: NeedOf<"event">): PartCall<z.infer<typeof PlannedEvent> | null> {
  return {
    call: { path: fillPath(API.event, eventId), answer: PlannedEvent },
    toPart: (event) => ({ type: "events", scope: { type: "event", eventId }, events: event ? [event] : [] }),
  };
}

function groupCall({ groupId }: NeedOf<"group">): PartCall<GroupDetails | null> {
  return {
    call: { path: fillPath(API.group, groupId), answer: GroupDetails },
    toPart: (details) => ({ type: "group", groupId, known: details && knownOf(details) }),
  };
}

function knownOf({ memberIds, combinablePairs, eventCount }: GroupDetails) {
  return { memberIds, combinablePairs, eventCount };
}

async function read<Body>({ call, toPart }: PartCall<Body>, reader: Reader): Promise<ReadPart> {
  const { userId, reached, fetchIt } = reader;
  const { body, headers } = await exchangeApi({ ...call, headers: { [HEADERS.person]: userId } }, fetchIt);
  return { part: toPart(body), position: positionOf(headers) ?? reached };
}

/** That there is no such event or group is known as well as what it would be. */
async function readIfThere<Body>(partCall: PartCall<Body | null>, reader: Reader): Promise<ReadPart> {
  const nothing = { part: partCall.toPart(null), position: reader.reached };
  // Under the name of a list there is no event.
  if (partCall.call.path === API.upcomingEvents) return nothing;
  try {
    return await read(partCall, reader);
  } catch (error) {
    const isGone = error instanceof ApiError && (error.code === "event.not_found" || error.code === "group.not_found");
    if (!isGone) throw error;
    return nothing;
  }
}

/** From the first day of the month before, as its grid shows it, to the last of the month after. */
function daysAround(month: YearMonth): { readonly from: PlainDate; readonly to: PlainDate } {
  const [first = "", last = ""] = [
    monthGrid(addMonths(month, -1)).flat()[0],
    monthGrid(addMonths(month, 1)).flat().at(-1),
  ];
  return { from: first, to: last };
}

function withQuery<Path extends string>(
  path: Path,
  values: Readonly<Record<string, string | null>>,
): `${Path}?${string}` {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
  return `${path}?${new URLSearchParams(given).toString()}`;
}
