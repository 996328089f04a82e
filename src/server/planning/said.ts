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

/**
 * What stands after `said`: the later word, and of two of one moment the other word; `null` where `before` stands. A word
 * from a time that is still to come was written before the clock was set back: it counts as said now, or nobody could
 * take it back until then. Its time stays, so that what was said before it stays behind it.
 */
export function laterWord(said: Said, before: Said | null, now: Date): Said | null {
  if (before === null) return said;
  const difference = said.answeredAt.getTime() - timeSaid(before.answeredAt, now).getTime();
  const isLater = difference > 0 || (difference === 0 && said.answer !== before.answer);
  if (!isLater) return null;
  return said.answeredAt > before.answeredAt ? said : { ...said, answeredAt: before.answeredAt };
}
