import { type BandRole, covers, inRoleOrder } from "../band-roles.ts";

/**
 * A set of places of an event, one bit each. A role that is needed twice has two places. The first place has the
 * highest bit, so among sets of one size a greater number means earlier roles. Places of one role are interchangeable,
 * so a set always holds the first ones of them: a role needed twice has three choices, not four. A number is valid on
 * one scale only.
 */
export type RoleSet = number;

export const NO_ROLE: RoleSet = 0;

/** The scale of an event: the roles that it needs, and all sets of their places. */
export interface Scale {
  /** In role order, each as often as it is needed. */
  readonly roles: readonly BandRole[];
  readonly all: RoleSet;
  /** All sets, smallest number first. */
  readonly sets: readonly RoleSet[];
  /** All sets, smallest first; among sets of one size, those with the earliest roles first. */
  readonly smallestFirst: readonly RoleSet[];
  /** All sets, largest first; among sets of one size, those with the earliest roles first. */
  readonly largestFirst: readonly RoleSet[];
  /** The index of a set in `sets`. The union of two sets without a common role has the sum of their ranks. */
  readonly rankOf: (set: RoleSet) => number;
  /** Leaves out roles that are not on the scale, and a role that comes more often than its places. */
  readonly setOf: (roles: readonly BandRole[]) => RoleSet;
  /** In role order. */
  readonly rolesIn: (set: RoleSet) => BandRole[];
  /** The roles that a person with these services can hold: one place of each, because nobody holds two. */
  readonly heldBy: (positions: readonly string[]) => RoleSet;
  /** The places that have somebody, if each person counts for all roles that they can hold (`held`). */
  readonly coveredBy: (held: readonly RoleSet[]) => RoleSet;
  /** `whole` without one place of each role in `part`. `whole` must have them. */
  readonly without: (whole: RoleSet, part: RoleSet) => RoleSet;
}

const KNOWN_SCALES = new Map<string, Scale>();
/** A scale of 16 roles has 65,536 sets. */
const MOST_KNOWN_SCALES = 32;

/** The scale of these roles, in any order. Cached. */
export function scaleOfRoles(requiredRoles: readonly BandRole[]): Scale {
  const roles = inRoleOrder(requiredRoles);
  const cacheKey = JSON.stringify(roles);
  const known = KNOWN_SCALES.get(cacheKey);
  if (known) return known;
  const [oldest] = KNOWN_SCALES.keys();
  if (KNOWN_SCALES.size >= MOST_KNOWN_SCALES && oldest !== undefined) KNOWN_SCALES.delete(oldest);
  const scale = createScale(roles);
  KNOWN_SCALES.set(cacheKey, scale);
  return scale;
}

function createScale(roles: readonly BandRole[]): Scale {
  const placesOf = new Map([...new Set(roles)].map((role) => [role, placesWith(roles, role)]));
  const all = 2 ** roles.length - 1;
  const sets = everySet([...placesOf.values()]);
  const ranks = new Int32Array(all + 1);
  for (const [rank, set] of sets.entries()) ranks[set] = rank;
  const bySize: RoleSet[][] = Array.from({ length: roles.length + 1 }, () => []);
  for (const set of sets.toReversed()) bySize[sizeOf(set)]?.push(set);

  const withPlaceOf = (set: RoleSet, role: BandRole): RoleSet => {
    const places = placesOf.get(role) ?? NO_ROLE;
    return set | highestBit(places & ~set);
  };
  const setOf = (some: readonly BandRole[]): RoleSet => some.reduce(withPlaceOf, NO_ROLE);
  const rolesIn = (set: RoleSet): BandRole[] =>
    roles.filter((_, index) => (set & (1 << (roles.length - 1 - index))) !== 0);
  const byService = new Map<string, RoleSet>();
  const heldByService = (service: string): RoleSet => {
    const held = byService.get(service) ?? setOf([...placesOf.keys()].filter((role) => covers(service, role)));
    byService.set(service, held);
    return held;
  };
  return {
    roles,
    all,
    sets,
    smallestFirst: bySize.flat(),
    largestFirst: bySize.toReversed().flat(),
    rankOf: (set) => ranks[set] as number,
    setOf,
    rolesIn,
    heldBy: (positions) => positions.reduce((held, position) => held | heldByService(position), NO_ROLE),
    coveredBy: (held) => held.flatMap(rolesIn).reduce(withPlaceOf, NO_ROLE),
    without: (whole, part) => {
      let rest = whole;
      for (const places of placesOf.values()) if ((part & places) !== 0) rest ^= lowestBit(rest & places);
      return rest;
    },
  };
}

/** All places of `role`. */
function placesWith(roles: readonly BandRole[], role: BandRole): RoleSet {
  return roles.reduce((places, placeRole) => places * 2 + Number(placeRole === role), NO_ROLE);
}

/** Every set, smallest number first: for each role, no place, or its first ones. */
function everySet(places: readonly RoleSet[]): RoleSet[] {
  return places.reduce<RoleSet[]>(
    (found, rolePlaces) => {
      const choices = [NO_ROLE];
      for (let rest = rolePlaces; rest !== NO_ROLE; rest ^= highestBit(rest))
        choices.push(rolePlaces & ~(highestBit(rest) - 1));
      return found.flatMap((set) => choices.map((choice) => set | choice));
    },
    [NO_ROLE],
  );
}

function highestBit(set: RoleSet): RoleSet {
  return set === NO_ROLE ? NO_ROLE : 1 << (31 - Math.clz32(set));
}

/** The last place in a set of places of one role. */
export function lowestBit(set: RoleSet): RoleSet {
  return set & -set;
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
