import { type AvailabilityEntry, peopleWithoutAnswer, presentPeople } from "../availability/availability.ts";
import { type CriticalRole, missingRoles } from "./critical-roles.ts";
import type { Person } from "../people/people.ts";
import { blockageOf, keyPlayers, lineUpsOf } from "./line-up.ts";
import { type Player, playersAmong } from "./players.ts";
import type { RolePair } from "./role-pairs.ts";
import { ALL_ROLES } from "./role-sets.ts";

/** An event, and the people to consider for it. */
export interface PlayQuestion {
  readonly availability: readonly AvailabilityEntry[];
  /** Everybody who may be asked: all known people, or the group's members. */
  readonly people: readonly Person[];
  readonly combinablePairs: readonly RolePair[];
  /** For a past event nobody is asked. */
  readonly isPast: boolean;
}

/**
 * Whether the people present can play. The specification's rule decides first. If no role is missing, either they can
 * (securely, or depending on one person), or they cannot fill the roles together. If a role is missing, people who have
 * not answered can still make a line-up possible, or not.
 */
export type PlayState = "complete" | "fragile" | "not_together" | "roles_to_fill" | "out_of_reach";

/** The state alone, for an icon in a calendar or a list. */
export function playState(question: PlayQuestion): PlayState {
  const present = presentPlayers(question);
  if (missingRoles(question.availability).length > 0) {
    const lineUps = lineUpsOf([...present, ...unansweredPlayers(question)]);
    return lineUps.canFill(ALL_ROLES) ? "roles_to_fill" : "out_of_reach";
  }
  const lineUps = lineUpsOf(present);
  if (!lineUps.canFill(ALL_ROLES)) return "not_together";
  return keyPlayers(present, lineUps).length > 0 ? "fragile" : "complete";
}

/** The roles that the people present hold but cannot fill together, for an event in the state `not_together`. */
export function tiedRoles(question: PlayQuestion): readonly CriticalRole[] {
  const present = presentPlayers(question);
  return blockageOf(present, lineUpsOf(present)).roles;
}

/** The people present who can hold a critical role, by the services recorded in their entries. */
export function presentPlayers({ availability, people, combinablePairs }: PlayQuestion): Player[] {
  const known = new Map(people.map((person) => [person.id, person]));
  const present = presentPeople(availability).map(({ userId, userName, positions }) => {
    const { firstName, lastName } = known.get(userId) ?? namesIn(userName);
    return { id: userId, firstName, lastName, positions };
  });
  return playersAmong(present, combinablePairs);
}

/** The people who have not answered and can hold a critical role, by their current services. */
export function unansweredPlayers({ availability, people, combinablePairs, isPast }: PlayQuestion): Player[] {
  return isPast ? [] : playersAmong(peopleWithoutAnswer(people, availability), combinablePairs);
}

/** Splits a full name: the first word is the first name, the rest the last name. */
function namesIn(userName: string): Pick<Person, "firstName" | "lastName"> {
  const words = userName.split(" ");
  return { firstName: words.slice(0, 1).join(""), lastName: words.slice(1).join(" ") };
}
