import {
  type AnsweredPerson,
  type AnswerNote,
  noteOf,
  peopleWhoAnswered,
  peopleWithoutAnswer,
} from "#domain/availability/availability.ts";
import { compareNames, fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";

/** A person in one of the team's lists. */
export interface TeamMember extends AnswerNote {
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
  return { id: person.userId, name: person.userName, services: person.positions, ...noteOf(person) };
}

interface Known {
  /** Everybody who has an account. */
  readonly people: readonly Person[];
  /** The members of the event's group, who are expected to answer. */
  readonly members: readonly Person[];
}

/**
 * The people by answer: each person once, each list sorted by name. A person who is present has the services recorded
 * with the answer. An absence records only the first service, so an absent person has their current services, if known.
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
