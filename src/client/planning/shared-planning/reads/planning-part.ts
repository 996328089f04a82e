import { addDays, type PlainDate } from "#domain/calendar/calendar.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { RolePair } from "#domain/line-up/role-pairs.ts";
import type { Absence } from "#domain/availability/absences.ts";
import type { Group, PlannedEvent } from "#domain/planning/planning.ts";

/** Which events a part holds completely. */
export type EventScope =
  /** Both days included. Without `groupId`: all groups. Without `to`: all later days. */
  | { readonly type: "days"; readonly groupId: string | null; readonly from: PlainDate; readonly to: PlainDate | null }
  | { readonly type: "event"; readonly eventId: string };

/** Details of one group, without its name. */
export interface KnownGroup {
  readonly memberIds: readonly string[];
  readonly combinablePairs: readonly RolePair[];
  /** Left out: never chosen. */
  readonly requiredRoles?: readonly BandRole[];
  readonly eventCount: number;
}

/** The result of one read of the planning. */
export type PlanningPart =
  | { readonly type: "groups"; readonly groups: readonly Group[] }
  /** The user's own. */
  | { readonly type: "absences"; readonly absences: readonly Absence[] }
  /** How many times a month the user wants to play at most; `null`: no limit. */
  | { readonly type: "wish"; readonly userId: string; readonly most: number | null }
  | { readonly type: "events"; readonly scope: EventScope; readonly events: readonly PlannedEvent[] }
  /** `known` is `null` if the group does not exist. */
  | { readonly type: "group"; readonly groupId: string; readonly known: KnownGroup | null };

/** A part, and the position of the server's log when it was read. */
export interface ReadPart {
  readonly part: PlanningPart;
  readonly position: number;
}

type EventsPart = Extract<PlanningPart, { readonly type: "events" }>;

export function isInScope(scope: EventScope, event: Pick<PlannedEvent, "id" | "groupId" | "date">): boolean {
  if (scope.type === "event") return event.id === scope.eventId;
  const { groupId, from, to } = scope;
  return (groupId === null || groupId === event.groupId) && from <= event.date && (to === null || event.date <= to);
}

/**
 * A list of the next events as a part. A full list may have been cut within its last day, so its scope ends the day
 * before.
 */
export function upcomingPart(
  groupId: string,
  from: PlainDate,
  events: readonly PlannedEvent[],
  limit: number,
): EventsPart {
  const last = events.length < limit ? undefined : events.at(-1);
  const to = last ? addDays(last.date, -1) : null;
  return { type: "events", scope: { type: "days", groupId, from, to }, events };
}
