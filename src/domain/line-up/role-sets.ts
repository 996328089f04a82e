import { covers, CRITICAL_ROLES, type CriticalRole } from "./critical-roles.ts";
import { SERVICES } from "../people/services.ts";

/**
 * A set of critical roles, one bit each. The first role has the highest bit, so among sets of one size, a greater
 * number means earlier roles.
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

/** All sets, smallest first; among sets of one size, those with the earliest roles first. */
export const SMALLEST_FIRST: readonly RoleSet[] = EARLIEST_FIRST.toSorted((a, b) => sizeOf(a) - sizeOf(b));

/** All sets, largest first; among sets of one size, those with the earliest roles first. */
export const LARGEST_FIRST: readonly RoleSet[] = EARLIEST_FIRST.toSorted((a, b) => sizeOf(b) - sizeOf(a));

/** The role's bit number: 0 for the last role, one more for each role before it. */
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

/** The number of roles in a part beyond the first. */
export function secondRoles(part: RoleSet): number {
  return sizeOf(part) - 1;
}

export function isWithin(part: RoleSet, whole: RoleSet): boolean {
  return (part & ~whole) === 0;
}

/** The critical roles that a person with these services can hold. */
export function rolesHeldBy(positions: readonly string[]): RoleSet {
  return positions.reduce((set, position) => set | (SET_OF_SERVICE.get(position) ?? NO_ROLE), NO_ROLE);
}
