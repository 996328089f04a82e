import { answerOf, type AvailabilityEntry, isInAbsence } from "../availability/availability.ts";

/** Why a message that concerns a person is not sent to them. */
export const UNSENT_REASONS = [
  "not_confirmed",
  "no_address",
  "unwanted",
  "refused",
  "answered",
  "in_absence",
  "too_late",
] as const;

export type UnsentReason = (typeof UNSENT_REASONS)[number];

/** What became of a message for one person. */
export const MESSAGE_OUTCOMES = ["sent", "waiting", ...UNSENT_REASONS] as const;

export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

/** A person to whom nothing is sent about an event. */
export interface LeftOut {
  readonly userId: string;
  readonly eventId: string;
  readonly reason: UnsentReason;
}

/** For how many days messages and their outcomes are kept. */
export const MESSAGES_KEPT_DAYS = 30;

/** Why a person need not be asked for an answer; `null`: they have not answered and are in no absence. */
export function reasonOfAnswer(
  availability: readonly AvailabilityEntry[],
  userId: string,
): Extract<UnsentReason, "answered" | "in_absence"> | null {
  if (answerOf(availability, userId) === null) return null;
  return isInAbsence(availability, userId) ? "in_absence" : "answered";
}
