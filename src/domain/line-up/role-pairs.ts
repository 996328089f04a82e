import { CRITICAL_ROLES, type CriticalRole } from "../critical-roles.ts";

/** Two critical roles, in the order of the scale. */
export type RolePair = readonly [CriticalRole, CriticalRole];

/** A leader may also play; nobody else does two things at once unless an admin of the group says so. */
export const DEFAULT_COMBINABLE_PAIRS: readonly RolePair[] = [
  ["Lead", "Batterie"],
  ["Lead", "Bass"],
  ["Lead", "Piano"],
  ["Lead", "Guitare"],
];

/** Whether these are two roles, written in the order of the scale. */
export function isRolePair(roles: readonly CriticalRole[]): roles is RolePair {
  const [first, second, ...rest] = roles.map((role) => CRITICAL_ROLES.indexOf(role));
  return first !== undefined && second !== undefined && first < second && rest.length === 0;
}
