import { type AvailabilityEntry, type PresentPerson, presentPeople } from "./availability.ts";
import type { Service } from "./services.ts";

/** The roles without which the band cannot play (specification §3), in the order they are always shown. */
export const CRITICAL_ROLES = ["Lead", "Batterie", "Bass", "Piano", "Guitare", "Sono", "Pasteur"] as const;

export type CriticalRole = (typeof CRITICAL_ROLES)[number];

/** One critical role of an event, and who of those present covers it. */
export interface RoleCoverage {
  readonly role: CriticalRole;
  readonly coveredBy: readonly PresentPerson[];
}

/** The services that cover a role: its namesake, and either guitar for `Guitare` (specification §4). */
const COVERING_SERVICES: Readonly<Record<CriticalRole, readonly Service[]>> = {
  Lead: ["Lead"],
  Batterie: ["Batterie"],
  Bass: ["Bass"],
  Piano: ["Piano"],
  Guitare: ["Guitare électrique", "Guitare acoustique"],
  Sono: ["Sono"],
  Pasteur: ["Pasteur"],
};

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
