import type { Service, TeamService } from "../people/services.ts";

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

function isKnownRole(role: BandRole): role is KnownRole {
  return Object.hasOwn(COVERING_SERVICES, role);
}

/** The roles to choose from: those of offered services, and the chosen ones, in the scale's order. */
export function rolesToChoose(services: readonly TeamService[], chosen: readonly BandRole[]): BandRole[] {
  const own = services.filter(({ isOwn }) => isOwn).map(({ name }) => name);
  const roles = inScaleOrder([...BAND_ROLES, ...own, ...chosen]);
  return roles.filter((role) => isRoleOffered(services, role) || chosen.includes(role));
}

/** Whether a service that covers the role is offered. */
export function isRoleOffered(services: readonly TeamService[], role: BandRole): boolean {
  return services.some(({ name, isOffered }) => isOffered && covers(name, role));
}

/** A role of the team's own is covered by its namesake alone. */
export function covers(service: string, role: BandRole): boolean {
  return isKnownRole(role) ? (COVERING_SERVICES[role] as readonly string[]).includes(service) : service === role;
}

/** `roles` in the scale's order, each once; the team's own ones last, in the given order. */
export function inScaleOrder(roles: readonly BandRole[]): BandRole[] {
  return [...BAND_ROLES.filter((role) => roles.includes(role)), ...new Set(roles.filter((role) => !isKnownRole(role)))];
}
