import { type AvailabilityEntry, type PresentPerson, presentPeople } from "#domain/availability/availability.ts";
import { type BandRole, covers, inScaleOrder } from "#domain/line-up/band-roles.ts";
import { type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { isCombinable, type RolePair } from "#domain/line-up/role-pairs.ts";
import { compareNames } from "#domain/people/people.ts";

/** The user id chosen for each role; missing or empty where the role is left open. */
export type Chosen = Readonly<Partial<Record<BandRole, string>>>;

/** The people present who hold a role, in alphabetical order. */
export function choicesFor(role: BandRole, availability: readonly AvailabilityEntry[]): PresentPerson[] {
  return presentPeople(availability)
    .filter(({ positions }) => positions.some((position) => covers(position, role)))
    .toSorted((a, b) => compareNames(a.userName, b.userName));
}

/** A line-up as a first choice, without those who can no longer take their role. */
export function chosenFrom(lineUp: KeptLineUp, availability: readonly AvailabilityEntry[]): Chosen {
  const possible = lineUp.filter(({ role, userId }) =>
    choicesFor(role, availability).some((person) => person.userId === userId),
  );
  return Object.fromEntries(possible.map(({ role, userId }) => [role, userId]));
}

export function lineUpFrom(chosen: Chosen): KeptLineUp {
  return inScaleOrder(Object.keys(chosen)).flatMap((role) => {
    const userId = chosen[role];
    return userId ? [{ role, userId }] : [];
  });
}

/** Who has roles that one person may not take at once, and which. */
export function conflictsIn(
  lineUp: KeptLineUp,
  combinablePairs: readonly RolePair[],
): { readonly userId: string; readonly roles: readonly BandRole[] }[] {
  return [...new Set(lineUp.map(({ userId }) => userId))]
    .map((userId) => ({ userId, roles: rolesOfPerson(lineUp, userId) }))
    .filter(({ roles }) => roles.length > 1 && !(roles.length === 2 && isCombinable(combinablePairs, asPair(roles))));
}

function asPair(roles: readonly BandRole[]): RolePair {
  return roles as unknown as RolePair;
}
