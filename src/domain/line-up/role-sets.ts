import { covers, CRITICAL_ROLES, type CriticalRole } from "../critical-roles.ts";
import { SERVICES } from "../services.ts";

/**
 * Some of the seven critical roles, one bit each, the first role's bit the highest: of two sets of one size, the greater
 * number is the one with the earlier roles.
 */
export type RoleSet = number;

export const NO_ROLE: RoleSet = 0;
export const ALL_ROLES: RoleSet = 2 ** CRITICAL_ROLES.length - 1;

const ROLES_OF_SET: readonly (readonly CriticalRole[])[] = Array.from({ length: ALL_ROLES + 1 }, (_, set) =>
  CRITICAL_ROLES.filter((role) => (set & bitOf(role)) !== 0),
);

const SET_OF_SERVICE: ReadonlyMap<string, RoleSet> = new Map(
  SERVICES.map((service) => [service, roleSet(CRITICAL_ROLES.filter((role) => covers(service, role)))]),
);

const EARLIEST_FIRST: readonly RoleSet[] = [...ROLES_OF_SET.keys()].toReversed();

/** All 128 sets, the smallest first; of one size, those with the earliest roles first. */
export const SMALLEST_FIRST: readonly RoleSet[] = EARLIEST_FIRST.toSorted((a, b) => sizeOf(a) - sizeOf(b));

/** All 128 sets, the largest first; of one size, those with the earliest roles first. */
export const LARGEST_FIRST: readonly RoleSet[] = EARLIEST_FIRST.toSorted((a, b) => sizeOf(b) - sizeOf(a));

/** Where the role's bit stands: 6 for the first role to 0 for the last. */
export function bitNumber(role: CriticalRole): number {
  return CRITICAL_ROLES.length - 1 - CRITICAL_ROLES.indexOf(role);
}

function bitOf(role: CriticalRole): RoleSet {
  return 1 << bitNumber(role);
}

export function roleSet(roles: readonly CriticalRole[]): RoleSet {
  return roles.reduce((set, role) => set | bitOf(role), NO_ROLE);
}

/** The roles of a set, in the scale's order. */
export function rolesIn(set: RoleSet): readonly CriticalRole[] {
  return ROLES_OF_SET[set] as readonly CriticalRole[];
}

export function sizeOf(set: RoleSet): number {
  return rolesIn(set).length;
}

/** How many roles somebody who takes these has beside the first. */
export function secondRoles(part: RoleSet): number {
  return sizeOf(part) - 1;
}

export function isWithin(part: RoleSet, whole: RoleSet): boolean {
  return (part & ~whole) === 0;
}

/** The critical roles that these services let somebody hold. */
export function rolesHeldBy(positions: readonly string[]): RoleSet {
  return positions.reduce((set, position) => set | (SET_OF_SERVICE.get(position) ?? NO_ROLE), NO_ROLE);
}
