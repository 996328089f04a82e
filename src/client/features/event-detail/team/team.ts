import { type AnsweredPerson, peopleWhoAnswered, peopleWithoutAnswer } from "#domain/availability.ts";
import { compareNames, fullName, type Person } from "#domain/people.ts";
import type { PlannedEvent } from "#domain/planning.ts";

/** Somebody in one of the team's lists. */
export interface TeamMember {
  readonly id: string;
  readonly name: string;
  readonly services: readonly string[];
}

export interface Team {
  readonly present: readonly TeamMember[];
  readonly absent: readonly TeamMember[];
  readonly unanswered: readonly TeamMember[];
}

function byName(members: readonly TeamMember[]): TeamMember[] {
  return members.toSorted((a, b) => compareNames(a.name, b.name));
}

function asMember(person: AnsweredPerson): TeamMember {
  return { id: person.userId, name: person.userName, services: person.positions };
}

interface Known {
  /** Everybody who has an account. */
  readonly people: readonly Person[];
  /** Those among them who belong to the event's group, and so owe it an answer. */
  readonly members: readonly Person[];
}

/**
 * Who answered what, each person once and each list by name. Somebody present shows the services that were recorded;
 * an absence records the first one only, so somebody absent shows those they hold today, where that is known.
 */
export function teamOf({ availability }: Pick<PlannedEvent, "availability">, { people, members }: Known): Team {
  const held = new Map(people.map(({ id, positions }) => [id, positions]));
  const absent = peopleWhoAnswered(availability, "absent").map(asMember);
  const unanswered = peopleWithoutAnswer(members, availability);
  return {
    present: byName(peopleWhoAnswered(availability, "present").map(asMember)),
    absent: byName(absent.map((member) => ({ ...member, services: held.get(member.id) ?? member.services }))),
    unanswered: byName(
      unanswered.map((person) => ({ id: person.id, name: fullName(person), services: person.positions })),
    ),
  };
}
