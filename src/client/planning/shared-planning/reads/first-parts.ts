import { API } from "#contract/paths.ts";
import { addDays, isPlainDate, monthOf } from "#domain/calendar/calendar.ts";
import type { Planning } from "#domain/planning/planning.ts";
import type { FirstResponses } from "../../../http/first-responses.ts";
import { EMPTY_SNAPSHOT, type PlanningView } from "../../planning-source.ts";
import { isKnown, NOTHING_KNOWN, planningOf, type ReadPart } from "./known-planning.ts";
import { addressOf, partOfBody, type ReadRequest } from "./read-part.ts";

/** The parts of the planning that the server sent with the page, so that it shows them without another request. */
export interface FirstParts {
  /** A position of the server's log. The stream delivers every change after it. */
  readonly position: number;
  readonly parts: readonly { readonly request: ReadRequest; readonly read: ReadPart }[];
  readonly planning: Planning;
}

/** The day that is this many days after the start of a month's window (`daysAround`) is always in that month. */
const DAYS_INTO_MONTH = 45;

/** The read request whose address is `call`, such as `/api/groups/3`; `null` for other calls that come with a page. */
export function requestOfCall(call: string): ReadRequest | null {
  const { pathname, searchParams } = new URL(call, "https://diapason.invalid");
  const id = decodeURIComponent(pathname.split("/").at(-1) ?? "");
  const groupId = searchParams.get("group");
  const from = searchParams.get("from") ?? "";
  // At most one candidate has this address.
  const candidates: ReadRequest[] = [
    { type: "groups" },
    { type: "event", eventId: id },
    { type: "group", groupId: id },
  ];
  if (pathname === API.events && isPlainDate(from)) {
    candidates.push({ type: "month", month: monthOf(addDays(from, DAYS_INTO_MONTH)), groupId });
  }
  if (groupId !== null && isPlainDate(from)) candidates.push({ type: "upcoming", groupId, from });
  return candidates.find((request) => addressOf(request) === call) ?? null;
}

/** The parts of the planning that came with the page; `null` if none did, or they are another user's. */
export function takeFirstParts(responses: FirstResponses, userId: string): FirstParts | null {
  const { position } = responses;
  if (responses.userId !== userId || position === null) return null;
  const parts = responses.calls().flatMap((call) => {
    const request = requestOfCall(call);
    const response = request && responses.take(call);
    if (!response) return [];
    const part = partOfBody(request, response.body);
    return [{ request, read: { part, position: response.position ?? position } }];
  });
  if (parts.length === 0) return null;
  const reads = parts.map(({ read }) => read);
  return { position, parts, planning: planningOf(reads, NOTHING_KNOWN) };
}

/** Shows the parts that came with the page while the 20 kB of code that sends and receives changes are loading. */
export function createFirstView({ parts, planning }: FirstParts): PlanningView {
  const contents = parts.map(({ read }) => read.part);
  const connection = { status: "opening", unsent: 0 } as const;
  const snapshot = { ...EMPTY_SNAPSHOT, status: "ready", planning, connection } as const;
  return {
    snapshot: () => snapshot,
    statusOf: (need) => (isKnown(need, contents) ? "ready" : "loading"),
    eventCount(groupId) {
      const group = contents.find((part) => part.type === "group" && part.groupId === groupId);
      return group?.type === "group" ? (group.known?.eventCount ?? 0) : 0;
    },
  };
}
