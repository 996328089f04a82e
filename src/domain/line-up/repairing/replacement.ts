import { answerOf, type AvailabilityEntry } from "../../availability/availability.ts";
import { comparePeople, type Person } from "../../people/people.ts";
import { type BandRole, covers } from "../band-roles.ts";
import { type KeptLineUp, rolesOfPerson } from "../kept-line-up.ts";

interface Absence {
  readonly lineUp: KeptLineUp;
  /** Who is on the line-up and does not come. */
  readonly userId: string;
  /** Everybody who may be asked. */
  readonly people: readonly Person[];
  readonly availability: readonly AvailabilityEntry[];
}

interface AnsweredEvent {
  readonly lineUp?: KeptLineUp;
  readonly availability: readonly AvailabilityEntry[];
}

/** Whether others may take the place of a person: they are on the line-up, and absent. */
export function isPlaceFree({ lineUp, availability }: AnsweredEvent, userId: string): boolean {
  return rolesOfPerson(lineUp, userId).length > 0 && answerOf(availability, userId) === "absent";
}

function canTake({ positions }: Person, role: BandRole): boolean {
  return positions.some((position) => covers(position, role));
}

/**
 * Who could take the place of a person on a line-up: those who have not answered, are not on it, and hold a service for
 * each of that person's roles, in French alphabetical order.
 */
export function replacementsFor({ lineUp, userId, people, availability }: Absence): Person[] {
  const roles = rolesOfPerson(lineUp, userId);
  if (roles.length === 0) return [];
  const others = new Set([...lineUp, ...availability].map((each) => each.userId));
  return people
    .filter((person) => person.id !== userId && !others.has(person.id))
    .filter((person) => roles.every((role) => canTake(person, role)))
    .toSorted(comparePeople);
}

/** The line-up in which one person has the place of another. */
export function withReplacement(lineUp: KeptLineUp, leaverId: string, newcomerId: string): KeptLineUp {
  return lineUp.map(({ role, userId }) => ({ role, userId: userId === leaverId ? newcomerId : userId }));
}
