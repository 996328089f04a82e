import { type AvailabilityEntry, type PresentPerson, presentPeople } from "../availability/availability.ts";
import { type BandRole, covers } from "./band-roles.ts";

/**
 * The roles without which the band cannot play (specification §3), in the order they are always shown. An event needs
 * these unless it, or its group, requires others.
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
  readonly coveredBy: readonly PresentPerson[];
}

/** Each required role, in order, with the people present who cover it. */
export function roleCoverage(
  availability: readonly AvailabilityEntry[],
  requiredRoles: readonly BandRole[],
): RoleCoverage[] {
  const present = presentPeople(availability);
  return requiredRoles.map((role) => ({
    role,
    coveredBy: present.filter(({ positions }) => positions.some((position) => covers(position, role))),
  }));
}

/** The required roles that nobody present covers, in order (specification §4, "Critical role covered"). */
export function missingRoles(
  availability: readonly AvailabilityEntry[],
  requiredRoles: readonly BandRole[],
): BandRole[] {
  return requiredRoles.filter(
    (role) => !availability.some(({ status, position }) => status === "present" && covers(position, role)),
  );
}
