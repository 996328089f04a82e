import { type Group, SEED_GROUPS } from "#domain/planning.ts";
import type { KeptPlanning } from "../stored-planning.ts";

function isUntouchedSeed({ id, name }: Group): boolean {
  return SEED_GROUPS.some((seed) => seed.id === id && seed.name === name);
}

/**
 * What of a browser's own planning somebody made: its events, and the groups that were created, renamed, planned for or
 * given pairs of roles. `null` where that is nothing: three groups that every new planning has are no loss.
 */
export function leftoverOf({ groups, events, combinablePairs }: KeptPlanning): KeptPlanning | null {
  const planned = new Set(events.map(({ groupId }) => groupId));
  const made = groups.filter(
    (group) => !isUntouchedSeed(group) || planned.has(group.id) || Object.hasOwn(combinablePairs, group.id),
  );
  return made.length > 0 || events.length > 0 ? { groups: made, events, combinablePairs } : null;
}
