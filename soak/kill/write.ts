import type { Call, CallAnswer } from "../call.ts";
import type { Effect } from "./world.ts";

/** Somebody who registered, as a writer remembers them. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly cookie: string;
}

export type Answer = "present" | "absent";

/** What a writer has made so far and may change. */
export interface Belongings {
  readonly prefix: string;
  readonly groupIds: Set<string>;
  /** By event id, its group's id. */
  readonly events: Map<string, string>;
  readonly members: Map<string, Member>;
  /** E-mail addresses to which a link was asked for. */
  readonly mailed: Set<string>;
  /** By event, then e-mail address, what was answered. */
  readonly answers: Map<string, Map<string, Answer>>;
}

/**
 * One write: the call, whose it is, what it does when it is accepted, and what its writer then remembers; the answer is
 * `null` where it was accepted but never answered.
 */
export interface Deed {
  readonly call: Call;
  /** Whose it is; `null`: the admin's. */
  readonly cookie: string | null;
  readonly effect: Effect;
  readonly remember: (belongings: Belongings, answer: CallAnswer | null) => void;
}

/** How the account of somebody of this first name is known in the world. */
export function accountEntry(firstName: string, passwords: number): string {
  return `${firstName}, passwords: ${passwords}`;
}

export function eventEntry(name: string, groupId: string): string {
  return `${name} of ${groupId}`;
}

/** A presence carries the name that its person has; an absence the one they had. */
export function answerEntry(answer: Answer, firstName: string): string {
  return answer === "present" ? `present as ${firstName}` : "absent";
}

/** Of a mail that waits to leave, or has left. */
export const MAILED = "kept";

/** All of these are no more. */
export function gone(names: readonly string[]): Effect {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** The answers of one person, by event. */
export function answersOf({ answers }: Belongings, email: string): [string, Answer][] {
  return [...answers].flatMap(([eventId, known]): [string, Answer][] => {
    const answer = known.get(email);
    return answer === undefined ? [] : [[eventId, answer]];
  });
}
