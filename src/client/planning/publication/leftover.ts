import { type Group, SEED_GROUPS } from "#domain/planning/planning.ts";
import type { PublishedPlanning } from "../local/planning-keys.ts";

function isUntouchedSeed({ id, name }: Group): boolean {
  return SEED_GROUPS.some((seed) => seed.id === id && seed.name === name);
}

/**
 * The part of a local planning that somebody created: its events, and the groups that were created or renamed, or that
 * have events, pairs of roles or required roles. `null` if there is none: the three groups of every new planning need no
 * publication.
 */
export function leftoverOf(planning: PublishedPlanning): PublishedPlanning | null {
  const { groups, events, combinablePairs, requiredRoles } = planning;
  const planned = new Set(events.map(({ groupId }) => groupId));
  const isRuled = (id: string) => Object.hasOwn(combinablePairs, id) || Object.hasOwn(requiredRoles, id);
  const made = groups.filter((group) => !isUntouchedSeed(group) || planned.has(group.id) || isRuled(group.id));
  return made.length > 0 || events.length > 0 ? { groups: made, events, combinablePairs, requiredRoles } : null;
}
