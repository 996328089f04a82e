import { type Answer, answerOf } from "./availability.ts";
import { isInMonth, type PlainDate, upcoming, type YearMonth } from "../calendar/calendar.ts";
import type { PlannedEvent } from "../planning/planning.ts";

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
  /** Saved before, whatever its source: it is what an undo brings back. */
  readonly saved: Answer | null;
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

/** The rows of a month for one person. The saved answers are those of now, even if another tab changed them meanwhile. */
export function monthAnswers(events: readonly PlannedEvent[], userId: string, draft: AnswerDraft): MonthAnswer[] {
  return events.map((event) => {
    const saved = answerOf(event.availability, userId);
    return { event, saved, shown: draft.chosen[event.id] ?? saved ?? draft.filled[event.id] ?? null };
  });
}

export function withChosen(draft: AnswerDraft, eventId: string, answer: Answer): AnswerDraft {
  return { ...draft, chosen: { ...draft.chosen, [eventId]: answer } };
}

/** Fills in `answer` where a row shows none. */
export function withFilled(draft: AnswerDraft, rows: readonly MonthAnswer[], answer: Answer): AnswerDraft {
  const open = rows.filter(({ shown }) => shown === null).map(({ event }) => [event.id, answer] as const);
  return { ...draft, filled: { ...draft.filled, ...Object.fromEntries(open) } };
}

/** The rows whose answer is to be saved. */
export function changedAnswers(rows: readonly MonthAnswer[]): MonthAnswer[] {
  return rows.filter(({ saved, shown }) => shown !== saved);
}
