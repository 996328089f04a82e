import { type AvailabilityEntry, type PresentPerson, presentPeople } from "#domain/availability/availability.ts";
import { type BandRole, canHold, inScaleOrder, placesOf } from "#domain/line-up/band-roles.ts";
import { holdingsOf, type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { isCombinable, type RolePair } from "#domain/line-up/critical-roles.ts";
import { placeNames } from "#text/phrases/places.ts";
import { compareNames } from "#domain/people/people.ts";

/** The user id chosen for each place, by its name (« Voix 2 »); missing or empty where the place is left open. */
export type Chosen = Readonly<Record<string, string>>;

/** The people present who hold a role, in alphabetical order. */
export function choicesFor(role: BandRole, availability: readonly AvailabilityEntry[]): PresentPerson[] {
  return presentPeople(availability)
    .filter((person) => canHold(person, role))
    .toSorted((a, b) => compareNames(a.userName, b.userName));
}

/** A line-up as a first choice, without those who can no longer take their role. */
export function chosenFrom(
  lineUp: KeptLineUp,
  availability: readonly AvailabilityEntry[],
  places: readonly BandRole[] = lineUp.map(({ role }) => role),
): Chosen {
  const names = placeNames(places);
  const chosen = places.flatMap((role, index) => {
    const userId = holdingsOf(lineUp, role)[placesOf(places.slice(0, index), role)]?.userId;
    const isPossible = choicesFor(role, availability).some((person) => person.userId === userId);
    return isPossible ? [[names[index], userId]] : [];
  });
  return Object.fromEntries(chosen) as Chosen;
}

export function lineUpFrom(
  chosen: Chosen,
  places: readonly BandRole[] = inScaleOrder(Object.keys(chosen)),
): KeptLineUp {
  const names = placeNames(places);
  return places.flatMap((role, index) => {
    const userId = chosen[names[index] ?? role];
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
