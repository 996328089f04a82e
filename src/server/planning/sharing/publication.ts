import type { PublishedEntry } from "#contract/planning/publication.ts";
import { type Answer, NO_POSITION } from "#domain/availability/availability.ts";
import type { Service } from "#domain/people/services.ts";

/** One person's answer to one event, put together from its entries. */
export interface PublishedAnswer {
  readonly eventId: string;
  readonly userId: string;
  readonly userName: string;
  readonly positions: readonly Service[];
  readonly status: Answer;
  readonly comment: string | null;
  readonly saidBy: string | null;
  /** Its place among the answers to its event. */
  readonly rank: number;
}

/** Whether one person's entries form one answer: no duplicates, and no contradictions. */
function isOneAnswer(entries: readonly PublishedEntry[]): boolean {
  const [first] = entries;
  const positions = new Set(entries.map(({ position }) => position));
  const isAlone = first?.status === "absent" || positions.has(NO_POSITION);
  return (
    entries.every(({ status, userName }) => status === first?.status && userName === first.userName) &&
    positions.size === entries.length &&
    (!isAlone || entries.length === 1)
  );
}

/**
 * The answers to one event without what follows from absences, in the order of each person's first entry.
 * @returns `null` when entries of one person contradict each other
 */
export function answersOf(eventId: string, availability: readonly PublishedEntry[]): PublishedAnswer[] | null {
  const given = availability.filter(({ source }) => source === undefined);
  const byPerson = [...Map.groupBy(given, ({ userId }) => userId).values()];
  if (!byPerson.every(isOneAnswer)) return null;
  return byPerson.flatMap((entries, rank) => {
    const [first] = entries;
    if (first === undefined) return [];
    const { userId, userName, status, comment = null, saidBy = null } = first;
    const positions = entries.flatMap(({ position }) => (position === NO_POSITION ? [] : [position]));
    return [{ eventId, userId, userName, positions, status, comment, saidBy, rank }];
  });
}
