import { fullName, type Person } from "../people/people.ts";

/** An answer to an event. Where a value may be missing, `null` means no answer. */
export type Answer = "present" | "absent";

/** The position recorded for a person without a service (specification §4). */
export const NO_POSITION = "Non spécifié";

/** Details of an answer. Fields that are not set are left out. */
export interface AnswerNote {
  /** At most `COMMENT_MAX` characters. */
  readonly comment?: string;
  /** The id of the user who answered for this person. */
  readonly saidBy?: string;
  /** `absence`: the person did not answer; the entry follows from one of their absences. It is never stored. */
  readonly source?: "absence";
}

/** In characters. */
export const COMMENT_MAX = 140;

/**
 * One line of an event's availability (specification §3). A person who is present has one for each of their services.
 */
export interface AvailabilityEntry extends AnswerNote {
  readonly userId: string;
  readonly userName: string;
  /** A service, or `NO_POSITION`. */
  readonly position: string;
  readonly status: Answer;
}

/** A person who answered, counted once for all their entries. */
export interface AnsweredPerson extends AnswerNote {
  readonly userId: string;
  readonly userName: string;
  readonly positions: readonly string[];
}

/**
 * The entries of an answer (specification §4): one for each service when present, one with the first service when
 * absent, `NO_POSITION` without a service.
 */
export function entriesOf(person: AnsweredPerson, answer: Answer): AvailabilityEntry[] {
  const { userId, userName, positions } = person;
  const held = positions.length > 0 ? positions : [NO_POSITION];
  const recorded = answer === "present" ? held : held.slice(0, 1);
  return recorded.map((position) => ({ userId, userName, position, status: answer, ...noteOf(person) }));
}

/** The entries of `person` with their current services. */
export function entriesFor(person: Person, answer: Answer, note: AnswerNote = {}): AvailabilityEntry[] {
  return entriesOf({ userId: person.id, userName: fullName(person), positions: person.positions, ...note }, answer);
}

/** The fields of `AnswerNote` alone. */
export function noteOf({ comment, saidBy, source }: AnswerNote): AnswerNote {
  return { ...(comment && { comment }), ...(saidBy && { saidBy }), ...(source && { source }) };
}

/** The details with which an answer is given; without `saidBy`, people answer themselves. */
export type GivenNote = Omit<AnswerNote, "source">;

/**
 * The availability after `person` answered. The answer replaces their earlier one; `null` withdraws it. An empty comment
 * removes the former one; without a new comment it stays, unless the answer changes.
 */
export function withAnswer(
  availability: readonly AvailabilityEntry[],
  person: Person,
  answer: Answer | null,
  { comment, saidBy }: GivenNote = {},
): AvailabilityEntry[] {
  const isOwn = ({ userId }: AvailabilityEntry) => userId === person.id;
  const isFromAbsence = ({ source }: AvailabilityEntry) => source !== undefined;
  // The person's own entry from an absence stays if the answer is withdrawn.
  if (answer === null) return availability.filter((entry) => !isOwn(entry) || isFromAbsence(entry));
  const former = availability.find(({ userId, status }) => userId === person.id && status === answer);
  const note = noteOf({ comment: comment ?? former?.comment ?? "", saidBy: saidBy ?? "" });
  const others = availability.filter((entry) => !isOwn(entry));
  const othersAnswers = others.filter((entry) => !isFromAbsence(entry));
  // Entries that follow from absences come last.
  return [...othersAnswers, ...entriesFor(person, answer, note), ...others.filter(isFromAbsence)];
}

/** Whether the person is absent only because of an absence: they gave no answer. */
export function isInAbsence(availability: readonly AvailabilityEntry[], userId: string): boolean {
  return availability.some((entry) => entry.userId === userId && entry.source === "absence");
}

/** The answer that the person gave, or that somebody gave for them. */
export function givenAnswerOf(availability: readonly AvailabilityEntry[], userId: string): Answer | null {
  return isInAbsence(availability, userId) ? null : answerOf(availability, userId);
}

/** The person's answer. Without one it is `absent` if they are in an absence. */
export function answerOf(availability: readonly AvailabilityEntry[], userId: string): Answer | null {
  return availability.find((entry) => entry.userId === userId)?.status ?? null;
}

/** The people who gave this answer, each once, in the order of their first entries. */
export function peopleWhoAnswered(availability: readonly AvailabilityEntry[], answer: Answer): AnsweredPerson[] {
  const people = new Map<string, AnsweredPerson>();
  for (const { userId, userName, position, status, ...note } of availability) {
    if (status !== answer) continue;
    const known = people.get(userId) ?? { userId, userName, positions: [], ...note };
    people.set(userId, position === NO_POSITION ? known : { ...known, positions: [...known.positions, position] });
  }
  return [...people.values()];
}

export function presentPeople(availability: readonly AvailabilityEntry[]): AnsweredPerson[] {
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
