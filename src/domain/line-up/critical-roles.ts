import { type AvailabilityEntry, type PresentPerson, presentPeople } from "../availability/availability.ts";
import type { Service } from "../people/services.ts";

/**
 * The roles without which the band cannot play (specification §3), in the order they are always shown, each with the
 * services that cover it: its namesake, and either guitar for `Guitare` (specification §4).
 */
const COVERING_SERVICES = {
  Lead: ["Lead"],
  Batterie: ["Batterie"],
  Bass: ["Bass"],
  Piano: ["Piano"],
  Guitare: ["Guitare électrique", "Guitare acoustique"],
  Sono: ["Sono"],
  Pasteur: ["Pasteur"],
} as const satisfies Readonly<Record<string, readonly Service[]>>;

export type CriticalRole = keyof typeof COVERING_SERVICES;

export const CRITICAL_ROLES = Object.keys(COVERING_SERVICES) as readonly CriticalRole[];

/** One critical role of an event, and the people present who cover it. */
export interface RoleCoverage {
  readonly role: CriticalRole;
  readonly coveredBy: readonly PresentPerson[];
}

export function covers(service: string, role: CriticalRole): boolean {
  return (COVERING_SERVICES[role] as readonly string[]).includes(service);
}

/** Each critical role, in order, with the people present who cover it. */
export function roleCoverage(availability: readonly AvailabilityEntry[]): RoleCoverage[] {
  const present = presentPeople(availability);
  return CRITICAL_ROLES.map((role) => ({
    role,
    coveredBy: present.filter(({ positions }) => positions.some((position) => covers(position, role))),
  }));
}

/** The critical roles that nobody present covers, in order (specification §4, "Critical role covered"). */
export function missingRoles(availability: readonly AvailabilityEntry[]): CriticalRole[] {
  return CRITICAL_ROLES.filter(
    (role) => !availability.some(({ status, position }) => status === "present" && covers(position, role)),
  );
}
