import { fullName, type Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";

/** An answer to an event; no answer is `null`. */
export type Answer = "present" | "absent";

/** The position recorded for a person without a service (specification §4). */
export const NO_POSITION = "Non spécifié";

/**
 * One line of an event's availability (specification §3). A person who is present has one for each of their services.
 */
export interface AvailabilityEntry {
  readonly userId: string;
  readonly userName: string;
  readonly position: Service | typeof NO_POSITION;
  readonly status: Answer;
}

/** A person who answered, counted once for all their entries. */
export interface AnsweredPerson {
  readonly userId: string;
  readonly userName: string;
  readonly positions: readonly Service[];
}

export type PresentPerson = AnsweredPerson;

/**
 * The entries of an answer (specification §4): one for each service when present, one with the first service when
 * absent, `NO_POSITION` without a service.
 */
export function entriesOf({ userId, userName, positions }: AnsweredPerson, answer: Answer): AvailabilityEntry[] {
  const held = positions.length > 0 ? positions : [NO_POSITION as typeof NO_POSITION];
  const recorded = answer === "present" ? held : held.slice(0, 1);
  return recorded.map((position) => ({ userId, userName, position, status: answer }));
}

/** The entries of `person` with their current services. */
export function entriesFor(person: Person, answer: Answer): AvailabilityEntry[] {
  return entriesOf({ userId: person.id, userName: fullName(person), positions: person.positions }, answer);
}

/** The availability after `person` answered, which replaces their earlier answer; `null` withdraws it. */
export function withAnswer(
  availability: readonly AvailabilityEntry[],
  person: Person,
  answer: Answer | null,
): AvailabilityEntry[] {
  const others = availability.filter(({ userId }) => userId !== person.id);
  return answer === null ? others : [...others, ...entriesFor(person, answer)];
}

export function answerOf(availability: readonly AvailabilityEntry[], userId: string): Answer | null {
  return availability.find((entry) => entry.userId === userId)?.status ?? null;
}

/** The people who gave this answer, each once, in the order of their first entries. */
export function peopleWhoAnswered(availability: readonly AvailabilityEntry[], answer: Answer): AnsweredPerson[] {
  const people = new Map<string, AnsweredPerson>();
  for (const { userId, userName, position, status } of availability) {
    if (status !== answer) continue;
    const known = people.get(userId) ?? { userId, userName, positions: [] };
    people.set(userId, position === NO_POSITION ? known : { ...known, positions: [...known.positions, position] });
  }
  return [...people.values()];
}

export function presentPeople(availability: readonly AvailabilityEntry[]): PresentPerson[] {
  return peopleWhoAnswered(availability, "present");
}

/** Those of `people` who have not answered, in the same order. */
export function peopleWithoutAnswer<P extends Pick<Person, "id">>(
  people: readonly P[],
  availability: readonly AvailabilityEntry[],
): P[] {
  const answered = new Set(availability.map(({ userId }) => userId));
  return people.filter(({ id }) => !answered.has(id));
}
