import type { PlanningChange } from "#domain/planning/planning-change.ts";

/**
 * When the latest answer to each event was given, in milliseconds since 1970. The server keeps the answer with the
 * latest time. So each answer gets a later time than the one before, even if the clock was set back.
 */
export interface AnswerTimes {
  readonly note: (change: PlanningChange, time: number) => void;
  /** Returns the time of a change that is made now. */
  readonly next: (change: PlanningChange) => number;
}

export function createAnswerTimes(now: () => number): AnswerTimes {
  const latest = new Map<string, number>();

  function note(change: PlanningChange, time: number): void {
    if (change.type !== "availability.set") return;
    latest.set(change.eventId, Math.max(time, latest.get(change.eventId) ?? 0));
  }

  return {
    note,
    next(change) {
      const former = change.type === "availability.set" ? (latest.get(change.eventId) ?? 0) : 0;
      const time = Math.max(now(), former + 1);
      note(change, time);
      return time;
    },
  };
}
