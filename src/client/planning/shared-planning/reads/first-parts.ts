import { API } from "#contract/paths.ts";
import { addDays, isPlainDate, monthOf } from "#domain/calendar/calendar.ts";
import type { Planning } from "#domain/planning/planning.ts";
import type { FirstResponses } from "../../../http/first-responses.ts";
import { EMPTY_SNAPSHOT, type PlanningView } from "../../planning-source.ts";
import { isKnown, NOTHING_KNOWN, planningOf, type ReadPart } from "./known-planning.ts";
import { addressOf, partOfBody, type ReadRequest } from "./read-part.ts";

export interface FirstParts {
  /** Every change after it comes by the stream. */
  readonly position: number;
  readonly parts: readonly { readonly request: ReadRequest; readonly read: ReadPart }[];
  readonly planning: Planning;
}

/** Days from the first day of a month's window (`daysAround`) into that month, whatever its weekdays. */
const INTO_MONTH = 45;

/** The request that would make this call; `null` if it reads no part of the planning. */
export function requestOfCall(call: string): ReadRequest | null {
  const { pathname, searchParams } = new URL(call, "https://diapason.invalid");
  const [id = ""] = pathname.split("/").slice(-1).map(decodeURIComponent);
  const [groupId, from = ""] = [searchParams.get("group"), searchParams.get("from") ?? undefined];
  const candidates: ReadRequest[] = [
    { type: "groups" },
    { type: "event", eventId: id },
    { type: "group", groupId: id },
  ];
  if (pathname === API.events && isPlainDate(from)) {
    candidates.unshift({ type: "month", month: monthOf(addDays(from, INTO_MONTH)), groupId });
  }
  if (groupId !== null && isPlainDate(from)) candidates.unshift({ type: "upcoming", groupId, from });
  return candidates.find((request) => addressOf(request) === call) ?? null;
}

/** Takes the answers about the planning that came with the page; `null` if none did, or they are another user's. */
export function takeFirstParts(answers: FirstResponses, userId: string): FirstParts | null {
  const { position } = answers;
  if (answers.userId !== userId || position === null) return null;
  const parts = answers.calls().flatMap((call) => {
    const request = requestOfCall(call);
    const answer = request && answers.take(call);
    if (!answer) return [];
    const part = partOfBody(request, answer.body);
    return [{ request, read: { part, position: answer.position ?? position } }];
  });
  if (parts.length === 0) return null;
  const reads = parts.map(({ read }) => read);
  return { position, parts, planning: planningOf(reads, NOTHING_KNOWN) };
}

/** Shows what came with the page, before the twenty kilobytes of code that sends and receives are loaded. */
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
