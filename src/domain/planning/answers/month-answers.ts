import { type Answer, givenAnswerOf, isInAbsence } from "../../availability/availability.ts";
import { isInMonth, type PlainDate, upcoming, type YearMonth } from "../../calendar/calendar.ts";
import type { PlannedEvent } from "../planning.ts";

/** Answers of one person to a month's events that are not saved yet, by event id. */
export interface AnswerDraft {
  /** Chosen for one event. They replace what is saved. */
  readonly chosen: Readonly<Record<string, Answer>>;
  /** Filled in for all events at once. They count only where nothing is saved. */
  readonly filled: Readonly<Record<string, Answer>>;
}

/** One event of the month, and the answer that its row shows. */
export interface MonthAnswer {
  readonly event: PlannedEvent;
  /** The stored answer, which an undo brings back. */
  readonly saved: Answer | null;
  /** The person gave no answer and is in an absence: they are not asked. */
  readonly isInAbsence: boolean;
  readonly shown: Answer | null;
}

export const EMPTY_DRAFT: AnswerDraft = { chosen: {}, filled: {} };

/** The events of a month that can still be answered, soonest first. */
export function answerableEvents(
  events: readonly PlannedEvent[],
  month: YearMonth,
  today: PlainDate,
): readonly PlannedEvent[] {
  const ofMonth = events.filter(({ date }) => isInMonth(date, month));
  return upcoming(ofMonth, today, ofMonth.length);
}

/** One row for each event. `saved` comes from `events`, not from the draft, so it follows what other tabs save. */
export function monthAnswers(events: readonly PlannedEvent[], userId: string, draft: AnswerDraft): MonthAnswer[] {
  return events.map((event) => {
    const saved = givenAnswerOf(event.availability, userId);
    const isAway = isInAbsence(event.availability, userId);
    const filled = isAway ? null : draft.filled[event.id];
    return { event, saved, isInAbsence: isAway, shown: draft.chosen[event.id] ?? saved ?? filled ?? null };
  });
}

export function withChosen(draft: AnswerDraft, eventId: string, answer: Answer): AnswerDraft {
  return { ...draft, chosen: { ...draft.chosen, [eventId]: answer } };
}

/** The rows that still need an answer. */
export function openRows(rows: readonly MonthAnswer[]): MonthAnswer[] {
  return rows.filter(({ shown, isInAbsence: isAway }) => shown === null && !isAway);
}

/** Fills in `answer` where a row lacks one. */
export function withFilled(draft: AnswerDraft, rows: readonly MonthAnswer[], answer: Answer): AnswerDraft {
  const open = openRows(rows).map(({ event }) => [event.id, answer] as const);
  return { ...draft, filled: { ...draft.filled, ...Object.fromEntries(open) } };
}

/** The rows whose answer is to be saved. */
export function changedAnswers<Row extends MonthAnswer>(rows: readonly Row[]): Row[] {
  return rows.filter(({ saved, shown }) => shown !== saved);
}
