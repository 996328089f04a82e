import { type BandRole, covers, inScaleOrder } from "../band-roles.ts";

/**
 * A set of the roles that an event needs, one bit each. The first role has the highest bit, so among sets of one size, a
 * greater number means earlier roles. The numbers count only on one scale.
 */
export type RoleSet = number;

export const NO_ROLE: RoleSet = 0;

/** The roles that an event needs, and the sets of them. */
export interface Scale {
  /** In the scale's order. */
  readonly roles: readonly BandRole[];
  readonly all: RoleSet;
  /** All sets, smallest first; among sets of one size, those with the earliest roles first. */
  readonly smallestFirst: readonly RoleSet[];
  /** All sets, largest first; among sets of one size, those with the earliest roles first. */
  readonly largestFirst: readonly RoleSet[];
  /** Roles that are not on the scale are left out. */
  readonly setOf: (roles: readonly BandRole[]) => RoleSet;
  /** In the scale's order. */
  readonly rolesIn: (set: RoleSet) => BandRole[];
  /** The roles that a person with these services can hold. */
  readonly heldBy: (positions: readonly string[]) => RoleSet;
}

const KNOWN_SCALES = new Map<string, Scale>();

/** The scale of these roles, in any order; the same object for the same roles. */
export function scaleOfRoles(requiredRoles: readonly BandRole[]): Scale {
  const roles = inScaleOrder(requiredRoles);
  const name = JSON.stringify(roles);
  const scale = KNOWN_SCALES.get(name) ?? createScale(roles);
  KNOWN_SCALES.set(name, scale);
  return scale;
}

function createScale(roles: readonly BandRole[]): Scale {
  const bits = new Map(roles.map((role, index) => [role, 1 << (roles.length - 1 - index)]));
  const bitOf = (role: BandRole): RoleSet => bits.get(role) ?? NO_ROLE;
  const setOf = (some: readonly BandRole[]): RoleSet => some.reduce((set, role) => set | bitOf(role), NO_ROLE);
  const all = 2 ** roles.length - 1;
  const sets = Array.from({ length: all + 1 }, (_, index) => all - index);
  return {
    roles,
    all,
    smallestFirst: sets.toSorted((a, b) => sizeOf(a) - sizeOf(b)),
    largestFirst: sets.toSorted((a, b) => sizeOf(b) - sizeOf(a)),
    setOf,
    rolesIn: (set) => roles.filter((role) => (set & bitOf(role)) !== 0),
    heldBy: (positions) => setOf(roles.filter((role) => positions.some((position) => covers(position, role)))),
  };
}

export function sizeOf(set: RoleSet): number {
  let size = 0;
  for (let rest = set; rest !== NO_ROLE; rest &= rest - 1) size += 1;
  return size;
}

/** The number of roles in a part beyond the first. */
export function secondRoles(part: RoleSet): number {
  return sizeOf(part) - 1;
}

export function isWithin(part: RoleSet, whole: RoleSet): boolean {
  return (part & ~whole) === 0;
}
