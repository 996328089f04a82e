import type { Answer } from "#domain/availability/availability.ts";

/** One person's answer for one event. */
export interface GivenAnswer {
  /** `null`: they took their answer back. */
  readonly answer: Answer | null;
  readonly answeredAt: Date;
}

/** `given`, limited to the range from 1970 to `now`: a device's clock can be wrong. */
export function answerTime(given: Date, now: Date): Date {
  return new Date(Math.max(0, Math.min(given.getTime(), now.getTime())));
}

/**
 * The answer to store, or `null` when `before` stays. The later one wins; at the same moment, the one that differs from
 * `before` wins. An answer dated in the future (the clock was set back) counts as given now, or nobody could take it back
 * until then. The stored date stays in the future, so that answers given before it do not replace it.
 */
export function laterAnswer(given: GivenAnswer, before: GivenAnswer | null, now: Date): GivenAnswer | null {
  if (before === null) return given;
  const difference = given.answeredAt.getTime() - answerTime(before.answeredAt, now).getTime();
  const isLater = difference > 0 || (difference === 0 && given.answer !== before.answer);
  if (!isLater) return null;
  return given.answeredAt > before.answeredAt ? given : { ...given, answeredAt: before.answeredAt };
}
