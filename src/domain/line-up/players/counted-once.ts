import { answerOf, type AvailabilityEntry } from "../../availability/availability.ts";
import { type BandRole, covers } from "../band-roles.ts";

type Pairs = readonly (readonly string[])[];

interface Question {
  readonly availability: readonly AvailabilityEntry[];
  readonly requiredRoles: readonly BandRole[];
  readonly namesakes?: Pairs;
}

/** The ids of the pairs of which both are present, and who are perhaps one person. */
export function presentNamesakes({ availability, namesakes = [] }: Question): Pairs {
  return namesakes.filter((pair) => pair.every((id) => answerOf(availability, id) === "present"));
}

/**
 * The availability in which nobody present is perhaps the same person as somebody else present: of two of one name who
 * holds fewer of the required roles is left out.
 */
export function countedOnce(question: Question): readonly AvailabilityEntry[] {
  const { availability, requiredRoles } = question;
  const pairs = presentNamesakes(question);
  if (pairs.length === 0) return availability;
  const rolesOf = (id: string) =>
    requiredRoles.filter((role) => availability.some(({ userId, position }) => userId === id && covers(position, role)))
      .length;
  const left = new Set<string>();
  const inOrder = pairs.map((ids) => ids.toSorted()).toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
  for (const pair of inOrder) {
    if (pair.some((id) => left.has(id))) continue;
    const [fewer] = pair.toSorted((a, b) => rolesOf(a) - rolesOf(b) || (a < b ? 1 : -1));
    if (fewer !== undefined) left.add(fewer);
  }
  return availability.filter(({ userId }) => !left.has(userId));
}
