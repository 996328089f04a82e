import { compareScheduled } from "#domain/calendar.ts";
import { applyChange } from "#domain/planning-change.ts";
import { combinablePairsOf, membersOf, type Planning } from "#domain/planning.ts";
import type { Queryable } from "../database/database.ts";
import { readChanges } from "./change-log-queries.ts";
import { readEvents } from "./event-queries.ts";
import { listGroups, readGroup } from "./group-queries.ts";

const EVERY_CHANGE = 1_000_000;

/** Everything that the rows say. */
export async function readRows(queryable: Queryable): Promise<Planning> {
  const groups = (await listGroups(queryable)).row;
  const details = await Promise.all(groups.map(({ id }) => readGroup(queryable, id)));
  const known = details.flatMap(({ row }) => (row === null ? [] : [row]));
  return {
    groups,
    events: (await readEvents(queryable, {})).row,
    combinablePairs: Object.fromEntries(known.map(({ id, combinablePairs }) => [id, combinablePairs])),
    members: Object.fromEntries(known.map(({ id, memberIds }) => [id, memberIds])),
  };
}

/**
 * What `planning` becomes by the changes that the log took in after `position`.
 * @param readAt the rows as they were read just after the change at a position: where the log says to read again
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

/** Everything that a planning holds of these people, in one order, whatever the way it came about. */
export function comparable(planning: Planning, people: readonly { readonly id: string }[]): unknown {
  return {
    groups: planning.groups,
    events: planning.events.toSorted(compareScheduled),
    pairs: planning.groups.map(({ id }) => combinablePairsOf(planning, id)),
    members: planning.groups.map(({ id }) =>
      membersOf(planning, id, people)
        .map((person) => person.id)
        .toSorted(),
    ),
  };
}
