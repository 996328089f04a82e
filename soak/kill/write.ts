import type { Call, CallAnswer } from "../call.ts";
import type { Effect } from "./records.ts";

/** A registered user, as a writer remembers them. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly cookie: string;
}

export type Answer = "present" | "absent";

/** What a writer has made so far, and may change. */
export interface WriterState {
  readonly prefix: string;
  readonly groupIds: Set<string>;
  /** Event id to group id. */
  readonly events: Map<string, string>;
  readonly members: Map<string, Member>;
  /** E-mail addresses for which a reset was requested. */
  readonly mailed: Set<string>;
  /** Answers by event id, then by e-mail address. */
  readonly answers: Map<string, Map<string, Answer>>;
}

/**
 * One write: its call, its caller, its effect, and how it updates the writer's state. The answer is `null` if the write
 * took effect but was never acknowledged.
 */
export interface Write {
  readonly call: Call;
  /** Cookie of the caller; `null` for the admin. */
  readonly cookie: string | null;
  readonly effect: Effect;
  readonly remember: (state: WriterState, answer: CallAnswer | null) => void;
}

/** The record of an account. */
export function accountEntry(firstName: string, passwords: number): string {
  return `${firstName}, passwords: ${passwords}`;
}

export function eventEntry(name: string, groupId: string): string {
  return `${name} of ${groupId}`;
}

/** The record of an answer. A presence follows a change of the user's name; an absence does not, so it has no name. */
export function answerEntry(answer: Answer, firstName: string): string {
  return answer === "present" ? `present as ${firstName}` : "absent";
}

/** The record of a mail, whether queued or sent. */
export const MAILED = "kept";

/** An effect that removes all of these records. */
export function gone(names: readonly string[]): Effect {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** The answers of one user, by event. */
export function answersOf({ answers }: WriterState, email: string): [string, Answer][] {
  return [...answers].flatMap(([eventId, known]): [string, Answer][] => {
    const answer = known.get(email);
    return answer === undefined ? [] : [[eventId, answer]];
  });
}
