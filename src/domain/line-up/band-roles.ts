import type { Service } from "../people/services.ts";

/**
 * The roles that an event may need, in the order in which they are always shown, each with the services that cover it:
 * its namesake, and either guitar for `Guitare` (specification §4). The first seven are the specification's.
 */
const COVERING_SERVICES = {
  Lead: ["Lead"],
  Batterie: ["Batterie"],
  Bass: ["Bass"],
  Piano: ["Piano"],
  Guitare: ["Guitare électrique", "Guitare acoustique"],
  Sono: ["Sono"],
  Pasteur: ["Pasteur"],
  Voix: ["Voix"],
  Clavier: ["Clavier"],
  Violon: ["Violon"],
  Saxophone: ["Saxophone"],
  Percussions: ["Percussions"],
  DM: ["DM"],
} as const satisfies Readonly<Record<string, readonly Service[]>>;

/** A role in the band, as opposed to a user's role in the app (`domain/permissions.ts`). */
export type BandRole = keyof typeof COVERING_SERVICES;

export const BAND_ROLES = Object.keys(COVERING_SERVICES) as readonly BandRole[];

export function covers(service: string, role: BandRole): boolean {
  return (COVERING_SERVICES[role] as readonly string[]).includes(service);
}

/** `roles` in the scale's order, each once. */
export function inScaleOrder(roles: readonly BandRole[]): BandRole[] {
  return BAND_ROLES.filter((role) => roles.includes(role));
}
