import { answerOf, type AvailabilityEntry, peopleWithoutAnswer, presentPeople } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import { type BandRole, covers } from "./band-roles.ts";
import { missingRoles, type RolePair } from "./critical-roles.ts";
import { blockageOf, dependsOnSomebody } from "./line-up.ts";
import { fillableBy } from "./players/fillable.ts";
import { type Player, playersAmong } from "./players/players.ts";
import { scaleOfRoles } from "./players/role-sets.ts";

/** An event, and the people to consider for it. */
export interface PlayQuestion {
  readonly availability: readonly AvailabilityEntry[];
  /** Everybody who may be asked: all known people, or the group's members. */
  readonly people: readonly Person[];
  readonly combinablePairs: readonly RolePair[];
  /** The roles that the event needs, in role order, each as often as it is needed. It may need none. */
  readonly requiredRoles: readonly BandRole[];
  /** People with the same name who may be one person. If both are present, only one counts. Left out: none. */
  readonly namesakes?: readonly NamesakePair[];
  /** For a past event nobody is asked. */
  readonly isPast: boolean;
}

/**
 * Whether the people present can play.
 * - Too few people cover some role: `roles_to_fill` if people who have not answered could complete the line-up,
 *   `out_of_reach` if they could not.
 * - Every role is covered: `complete`; `fragile` if one more absence could make a line-up impossible; `not_together` if
 *   the roles cannot all be filled at once, for example because one person would need two of them.
 */
export type PlayState = "complete" | "fragile" | "not_together" | "roles_to_fill" | "out_of_reach";

export function playState(question: PlayQuestion): PlayState {
  const scale = scaleOfRoles(question.requiredRoles);
  const counted = countedOnce(question);
  const present = presentPlayers(counted);
  if (missingRoles(counted.availability, question.requiredRoles).length > 0) {
    // Not `counted`: it lacks the answer of a namesake who does not count, so that person would seem unanswered.
    const atBest = fillableBy(scale, [...present, ...unansweredPlayers(question)]);
    return atBest.canFill(scale.all) ? "roles_to_fill" : "out_of_reach";
  }
  if (!fillableBy(scale, present).canFill(scale.all)) return "not_together";
  return dependsOnSomebody(scale, present) ? "fragile" : "complete";
}

/** The roles that the people present hold but cannot fill together, for an event in the state `not_together`. */
export function tiedRoles(question: PlayQuestion): readonly BandRole[] {
  const present = presentPlayers(countedOnce(question));
  return blockageOf(present, fillableBy(scaleOfRoles(question.requiredRoles), present)).roles;
}

/** The people present who can hold a required role, by the services recorded in their entries. */
export function presentPlayers({ availability, people, combinablePairs, requiredRoles }: PlayQuestion): Player[] {
  const known = new Map(people.map((person) => [person.id, person]));
  const present = presentPeople(availability).map(({ userId, userName, positions }) => {
    const { firstName, lastName } = known.get(userId) ?? splitFullName(userName);
    return { id: userId, firstName, lastName, positions };
  });
  return playersAmong(scaleOfRoles(requiredRoles), present, combinablePairs);
}

/** The people who have not answered and can hold a required role, by their current services. */
export function unansweredPlayers(question: PlayQuestion): Player[] {
  const { availability, people, combinablePairs, requiredRoles, isPast } = question;
  if (isPast) return [];
  return playersAmong(scaleOfRoles(requiredRoles), peopleWithoutAnswer(people, availability), combinablePairs);
}

/** Splits a full name: the first word is the first name, the rest the last name. */
function splitFullName(userName: string): Pick<Person, "firstName" | "lastName"> {
  const words = userName.split(" ");
  return { firstName: words.slice(0, 1).join(""), lastName: words.slice(1).join(" ") };
}

/** The ids of two people with the same name. */
export type NamesakePair = readonly [string, string];

/** The pairs of namesakes who are both present. */
export function presentNamesakes({ availability, namesakes = [] }: PlayQuestion): NamesakePair[] {
  return namesakes.filter((pair) => pair.every((id) => answerOf(availability, id) === "present"));
}

/** The question with only one of each two present namesakes: the one who holds more required roles. */
export function countedOnce(question: PlayQuestion): PlayQuestion {
  const { availability, requiredRoles } = question;
  const heldCount = (id: string) =>
    availability.filter(({ userId, position }) => userId === id && requiredRoles.some((role) => covers(position, role)))
      .length;
  const leftOut = new Set<string>();
  for (const [one, other] of presentNamesakes(question)) {
    if (!leftOut.has(one) && !leftOut.has(other)) leftOut.add(heldCount(one) < heldCount(other) ? one : other);
  }
  return { ...question, availability: availability.filter(({ userId }) => !leftOut.has(userId)) };
}
