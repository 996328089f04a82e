import { type Group, SEED_GROUPS } from "#domain/planning/planning.ts";
import type { PublishedPlanning } from "../local/planning-keys.ts";

function isUntouchedSeed({ id, name }: Group): boolean {
  return SEED_GROUPS.some((seed) => seed.id === id && seed.name === name);
}

/**
 * The part of a browser's own planning that somebody made: its events, and the groups that were created, renamed,
 * planned for or given pairs of roles. `null` if there is none: the three groups of every new planning need no
 * publication.
 */
export function leftoverOf({ groups, events, combinablePairs }: PublishedPlanning): PublishedPlanning | null {
  const planned = new Set(events.map(({ groupId }) => groupId));
  const made = groups.filter(
    (group) => !isUntouchedSeed(group) || planned.has(group.id) || Object.hasOwn(combinablePairs, group.id),
  );
  return made.length > 0 || events.length > 0 ? { groups: made, events, combinablePairs } : null;
}
