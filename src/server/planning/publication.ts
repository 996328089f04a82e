import { createHash } from "node:crypto";
import type { ErrorCode } from "#contract/errors.ts";
import type { Publication } from "#contract/planning-calls.ts";
import { type Answer, type AvailabilityEntry, NO_POSITION } from "#domain/availability.ts";
import type { Service } from "#domain/services.ts";

/** One person's answer to one event, put together from its entries. */
export interface PublishedAnswer {
  readonly eventId: string;
  readonly userId: string;
  readonly userName: string;
  readonly positions: readonly Service[];
  readonly status: Answer;
  /** Its place among the answers to its event. */
  readonly rank: number;
}

type Faults = Record<string, ErrorCode>;
type PublishedEvent = Publication["events"][number];

/** The same content has the same hash. */
export function hashOf(publication: Publication): string {
  return createHash("sha256").update(JSON.stringify(publication)).digest("base64url");
}

/** Whether the entries of one person are those of one answer: nothing said twice, nothing beside what excludes it. */
function isOneAnswer(entries: readonly AvailabilityEntry[]): boolean {
  const [first] = entries;
  const positions = new Set(entries.map(({ position }) => position));
  const isAlone = first?.status === "absent" || positions.has(NO_POSITION);
  return (
    entries.every(({ status, userName }) => status === first?.status && userName === first.userName) &&
    positions.size === entries.length &&
    (!isAlone || entries.length === 1)
  );
}

function entriesByPerson({ availability }: PublishedEvent): AvailabilityEntry[][] {
  return [...Map.groupBy(availability, ({ userId }) => userId).values()];
}

function addRepeated(faults: Faults, field: string, ids: readonly string[], code: ErrorCode): void {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    if (seen.has(id)) faults[`${field}.${index}.id`] = code;
    seen.add(id);
  }
}

/** What is broken although each value is of the right shape: the code of each field. */
export function faultsOf({ groups, events, combinablePairs = {} }: Publication): Faults {
  const faults: Faults = {};
  const groupIds = new Set(groups.map(({ id }) => id));
  addRepeated(
    faults,
    "groups",
    groups.map(({ id }) => id),
    "group.exists",
  );
  addRepeated(
    faults,
    "events",
    events.map(({ id }) => id),
    "event.exists",
  );
  for (const [index, event] of events.entries()) {
    if (!groupIds.has(event.groupId)) faults[`events.${index}.groupId`] = "group.not_found";
    if (!entriesByPerson(event).every(isOneAnswer)) faults[`events.${index}.availability`] = "request.invalid";
  }
  for (const groupId of Object.keys(combinablePairs)) {
    if (!groupIds.has(groupId)) faults[`combinablePairs.${groupId}`] = "group.not_found";
  }
  return faults;
}

/** The answers of a publication without faults, each event's in the order in which its list names people first. */
export function answersOf({ events }: Publication): PublishedAnswer[] {
  return events.flatMap((event) =>
    entriesByPerson(event).flatMap((entries, rank) => {
      const [first] = entries;
      if (first === undefined) return [];
      const { userId, userName, status } = first;
      const positions = entries.flatMap(({ position }) => (position === NO_POSITION ? [] : [position]));
      return [{ eventId: event.id, userId, userName, positions, status, rank }];
    }),
  );
}
