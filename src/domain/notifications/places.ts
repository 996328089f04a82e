import { type BandRole, inScaleOrder } from "../line-up/band-roles.ts";
import { type KeptLineUp, rolesOfPerson } from "../line-up/kept-line-up.ts";

/** The delay before people are told: a leader who keeps a line-up often corrects it at once. */
export const QUIET_AFTER_KEEPING_MS = 5 * 60_000;

/** A person whose roles changed, and the roles that they were told. */
export interface FormerPlace {
  readonly userId: string;
  /** Empty: they were not on it. */
  readonly before: readonly BandRole[];
}

/** Whose roles differ between two line-ups, in the scale's order of what they had or have. */
export function changedPlaces(before: KeptLineUp, now: KeptLineUp): FormerPlace[] {
  const roles = inScaleOrder([...now, ...before].map(({ role }) => role));
  const userIds = new Set(roles.flatMap((role) => [...holdersOf(now, role), ...holdersOf(before, role)]));
  return [...userIds]
    .map((userId) => ({ userId, before: rolesOfPerson(before, userId) }))
    .filter((place) => !areSameRoles(place.before, rolesOfPerson(now, place.userId)));
}

function holdersOf(lineUp: KeptLineUp, role: BandRole): string[] {
  return lineUp.filter((holding) => holding.role === role).map(({ userId }) => userId);
}

/** Whether two lists in the scale's order have the same roles. */
export function areSameRoles(some: readonly BandRole[], others: readonly BandRole[]): boolean {
  return some.length === others.length && some.every((role, index) => role === others[index]);
}
