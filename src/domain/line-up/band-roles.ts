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

/**
 * A role in the band, as opposed to a user's role in the app (`domain/permissions.ts`), by its name: one of `BAND_ROLES`,
 * or a service of the team's own.
 */
export type BandRole = string;

/** A role of every installation. */
export type KnownRole = keyof typeof COVERING_SERVICES;

export const BAND_ROLES = Object.keys(COVERING_SERVICES) as readonly BandRole[];

/** The most roles that an event may need: more could not be searched exactly. */
export const ROLES_MAX = BAND_ROLES.length;

/** A role of the team's own is covered by its namesake alone. */
export function covers(service: string, role: BandRole): boolean {
  const covering: Readonly<Record<BandRole, readonly Service[]>> = COVERING_SERVICES;
  return Object.hasOwn(covering, role) ? covering[role]?.includes(service) === true : service === role;
}

/** The team's own roles come after all others. */
function rankOf(role: BandRole): number {
  return BAND_ROLES.indexOf(role) >>> 0;
}

/** `roles` in the scale's order, each once; the team's own ones last, in the given order. */
export function inScaleOrder(roles: readonly BandRole[]): BandRole[] {
  return [...new Set(roles)].toSorted((a, b) => rankOf(a) - rankOf(b));
}
