import type { Answer } from "#domain/availability.ts";

/** What one person said of one event, and when. */
export interface Said {
  /** `null`: they took their answer back. */
  readonly answer: Answer | null;
  readonly answeredAt: Date;
}

/** Nobody has said something later than now, nor before computers did. */
export function timeSaid(given: Date, now: Date): Date {
  return new Date(Math.max(0, Math.min(given.getTime(), now.getTime())));
}

/** Whether `said` replaces `before`: the later word, and of two of one moment the other word. */
export function replaces(said: Said, before: Said | null): boolean {
  if (before === null) return true;
  const difference = said.answeredAt.getTime() - before.answeredAt.getTime();
  return difference > 0 || (difference === 0 && said.answer !== before.answer);
}
