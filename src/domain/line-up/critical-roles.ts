import { type AvailabilityEntry, type AnsweredPerson, presentPeople } from "../availability/availability.ts";
import { type BandRole, canHold, covers, lackingIn } from "./band-roles.ts";
import { areSameRoles } from "./kept-line-up.ts";

/**
 * The roles without which the band cannot play (specification §3), in the order in which they are always shown. An
 * event needs these unless it, or its group, requires others.
 */
export const CRITICAL_ROLES = [
  "Lead",
  "Batterie",
  "Bass",
  "Piano",
  "Guitare",
  "Sono",
  "Pasteur",
] as const satisfies readonly BandRole[];

export type CriticalRole = (typeof CRITICAL_ROLES)[number];

/** One required role of an event, and the people present who cover it. */
export interface RoleCoverage {
  readonly role: BandRole;
  readonly coveredBy: readonly AnsweredPerson[];
}

/** Each required role once, in order, with the people present who cover it. */
export function roleCoverage(
  availability: readonly AvailabilityEntry[],
  requiredRoles: readonly BandRole[],
): RoleCoverage[] {
  const present = presentPeople(availability);
  return [...new Set(requiredRoles)].map((role) => ({
    role,
    coveredBy: present.filter((person) => canHold(person, role)),
  }));
}

/**
 * The required roles that nobody present covers, in order (specification §4, "Critical role covered"). A role needed
 * several times is listed once for each missing person.
 */
export function missingRoles(
  availability: readonly AvailabilityEntry[],
  requiredRoles: readonly BandRole[],
): BandRole[] {
  const present = availability.filter(({ status }) => status === "present");
  const rolesOfPeople = [...new Set(requiredRoles)].flatMap((role) => {
    const people = new Set(present.filter(({ position }) => covers(position, role)).map(({ userId }) => userId));
    // The role, once for each person.
    return Array.from(people, () => role);
  });
  return lackingIn(requiredRoles, rolesOfPeople);
}

/** Two roles that one person may take at once, in role order. */
export type RolePair = readonly [CriticalRole, CriticalRole];

/** By default only a leader may also play. */
export const DEFAULT_COMBINABLE_PAIRS: readonly RolePair[] = [
  ["Lead", "Batterie"],
  ["Lead", "Bass"],
  ["Lead", "Piano"],
  ["Lead", "Guitare"],
];

export const ROLE_PAIRS: readonly RolePair[] = CRITICAL_ROLES.flatMap((first, index) =>
  CRITICAL_ROLES.slice(index + 1).map((second): RolePair => [first, second]),
);

export function isCombinable(combinablePairs: readonly RolePair[], roles: readonly BandRole[]): boolean {
  return combinablePairs.some((pair) => areSameRoles(pair, roles));
}

/** Whether one person may take all these roles at once. They must be in role order. */
export function mayTakeAll(roles: readonly BandRole[], combinablePairs: readonly RolePair[]): boolean {
  return roles.length < 2 || isCombinable(combinablePairs, roles);
}

/** Whether these are two different roles in role order. */
export function isRolePair(roles: readonly CriticalRole[]): roles is RolePair {
  const [first, second, ...rest] = roles.map((role) => CRITICAL_ROLES.indexOf(role));
  return first !== undefined && second !== undefined && first < second && rest.length === 0;
}
