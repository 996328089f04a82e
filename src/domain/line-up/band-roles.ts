import type { Service } from "../people/services.ts";

/**
 * The roles that an event may need, in the order in which they are always shown. Each has the services that cover it: the
 * one of the same name, but both guitars for `Guitare` (specification §4). The first seven are the specification's.
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
 * A role in the band, as opposed to a user's role in the app (`domain/permissions.ts`), by its name: one of
 * `BAND_ROLES`, or a service of the team's own.
 */
export type BandRole = string;

export type KnownRole = keyof typeof COVERING_SERVICES;

export const BAND_ROLES = Object.keys(COVERING_SERVICES) as readonly BandRole[];

/** Whether a person with this service can hold the role. A team's own role needs the service of the same name. */
export function covers(service: string, role: BandRole): boolean {
  const covering: Readonly<Record<BandRole, readonly Service[]>> = COVERING_SERVICES;
  return Object.hasOwn(covering, role) ? covering[role]?.includes(service) === true : service === role;
}

/** Whether a person with these services can hold the role. */
export function canHold({ positions }: { readonly positions: readonly string[] }, role: BandRole): boolean {
  return positions.some((position) => covers(position, role));
}

/**
 * Sorts `roles` in role order: the order of `BAND_ROLES`, then the team's own roles in the given order. Duplicates
 * stay.
 */
export function inRoleOrder(roles: readonly BandRole[]): BandRole[] {
  const teamRoles = new Set(roles.filter((role) => !Object.hasOwn(COVERING_SERVICES, role)));
  return [...BAND_ROLES, ...teamRoles].flatMap((role) => roles.filter((other) => other === role));
}

/** The most people that an event may need. Line-ups are computed for every set of roles: 16 roles have 65,536 sets. */
export const PLACES_MAX = 16;

export const PLACES_OF_ROLE_MAX = 6;

export function hasSeveral(roles: readonly BandRole[]): boolean {
  return new Set(roles).size < roles.length;
}

/** The `required` roles without enough people in `filled`, each once for each missing person. */
export function lackingIn(required: readonly BandRole[], filled: readonly BandRole[]): BandRole[] {
  return required.filter((role, index) => placesOf(required.slice(0, index), role) >= placesOf(filled, role));
}

/** For each of `places`, whether nobody fills it. If a role is in `missing`, its last places are the empty ones. */
export function missingPlaces(places: readonly BandRole[], missing: readonly BandRole[]): boolean[] {
  return places.map((role, index) => placesOf(places.slice(index), role) <= placesOf(missing, role));
}

/** How often `role` is in `roles`. */
export function placesOf(roles: readonly BandRole[], role: BandRole): number {
  return roles.filter((other) => other === role).length;
}
