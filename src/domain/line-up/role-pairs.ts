import { CRITICAL_ROLES, type CriticalRole } from "./critical-roles.ts";

/** Two roles that one person may take at once, in the scale's order. */
export type RolePair = readonly [CriticalRole, CriticalRole];

/** By default only a leader may also play. */
export const DEFAULT_COMBINABLE_PAIRS: readonly RolePair[] = [
  ["Lead", "Batterie"],
  ["Lead", "Bass"],
  ["Lead", "Piano"],
  ["Lead", "Guitare"],
];

/** Every possible pair, in the scale's order. */
export const ROLE_PAIRS: readonly RolePair[] = CRITICAL_ROLES.flatMap((first, index) =>
  CRITICAL_ROLES.slice(index + 1).map((second): RolePair => [first, second]),
);

export function isCombinable(combinablePairs: readonly RolePair[], [first, second]: RolePair): boolean {
  return combinablePairs.some((pair) => pair[0] === first && pair[1] === second);
}

/** Whether these are two different roles in the scale's order. */
export function isRolePair(roles: readonly CriticalRole[]): roles is RolePair {
  const [first, second, ...rest] = roles.map((role) => CRITICAL_ROLES.indexOf(role));
  return first !== undefined && second !== undefined && first < second && rest.length === 0;
}
