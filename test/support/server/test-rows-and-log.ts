import { compareScheduled } from "#domain/calendar/calendar.ts";
import { applyChange } from "#domain/planning/planning-change.ts";
import { combinablePairsOf, membersOf, type Planning } from "#domain/planning/planning.ts";
import type { Queryable } from "#server/database/database.ts";
import { readChanges } from "#server/planning/changes/write-change-log.ts";
import { readEvents } from "#server/planning/events/read-events.ts";
import { listGroups, readGroup } from "#server/planning/groups/read-groups.ts";
import { readWishes } from "#server/planning/line-ups/write-line-ups.ts";

const EVERY_CHANGE = 1_000_000;

/** The whole planning, read from the rows. */
export async function readRows(queryable: Queryable): Promise<Planning> {
  const groups = await listGroups(queryable);
  const details = await Promise.all(groups.map(({ id }) => readGroup(queryable, id)));
  const known = details.filter((group) => group !== null);
  return {
    groups,
    events: (await readEvents(queryable, {})).value,
    combinablePairs: Object.fromEntries(known.map(({ id, combinablePairs }) => [id, combinablePairs])),
    requiredRoles: Object.fromEntries(
      known.flatMap(({ id, requiredRoles }) => (requiredRoles ? [[id, requiredRoles]] : [])),
    ),
    wishes: await readWishes(queryable),
    members: Object.fromEntries(known.map(({ id, memberIds }) => [id, memberIds])),
    absences: [],
  };
}

/**
 * Applies the logged changes after `position` to `from`.
 * @param readAt the planning read just after a position. It replaces the result where the log asks for a reload.
 */
export async function followLog(
  queryable: Queryable,
  from: Planning,
  position: number,
  readAt: ReadonlyMap<number, Planning> = new Map(),
): Promise<Planning> {
  const changes = await readChanges(queryable, position, EVERY_CHANGE);
  return changes.reduce<Planning>(
    (before, { position: at, change }) => (change === null ? (readAt.get(at) ?? before) : applyChange(before, change)),
    from,
  );
}

/** The contents of a planning, with its members among `people`, sorted so that two plannings can be compared. */
export function comparable(planning: Planning, people: readonly { readonly id: string }[]): unknown {
  return {
    groups: planning.groups,
    events: planning.events.toSorted(compareScheduled),
    roles: planning.groups.map(({ id }) => planning.requiredRoles[id] ?? null),
    wishes: planning.wishes,
    pairs: planning.groups.map(({ id }) => combinablePairsOf(planning, id)),
    members: planning.groups.map(({ id }) =>
      membersOf(planning, id, people)
        .map((person) => person.id)
        .toSorted(),
    ),
  };
}
