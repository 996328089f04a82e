import { type AnsweredPerson, entriesOf } from "../availability/availability.ts";
import { daysBetween, type PlainDate } from "../calendar/calendar.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import type { PlayQuestion, PlayState } from "../line-up/play-state.ts";
import { type PlayVerdict, playVerdict } from "../line-up/play-verdict.ts";
import type { PersonToAsk } from "../line-up/whom-to-ask.ts";

/** Admins and leaders are told about drop-outs from events up to so many days ahead. */
export const DROP_OUT_DAYS = 14;

/** They are told so much later, unless the person is present again: an answer is soon pressed by mistake. */
export const DROP_OUT_WAIT_MS = 20_000;

/** What it means for an event that a person no longer comes. */
export interface DropOut {
  readonly before: PlayState;
  readonly now: PlayState;
  /** The roles that nobody present takes now; empty while the others can play. */
  readonly missing: readonly BandRole[];
  /** Without the person who dropped out. */
  readonly toAsk: readonly PersonToAsk[];
}

/** The higher, the better. An event is worse off, too, when fewer roles can be filled. */
const RANKS: Readonly<Record<PlayState, number>> = {
  complete: 3,
  fragile: 2,
  not_together: 1,
  roles_to_fill: 1,
  out_of_reach: 0,
};

/**
 * What admins are told when somebody who was present is no longer; `null` when the event is as well off as before, past
 * or too far ahead.
 * @param question the event as it is now
 * @param person as they were present, with the services recorded then
 */
export function dropOutOf(
  question: PlayQuestion,
  person: AnsweredPerson,
  date: PlainDate,
  today: PlainDate,
): DropOut | null {
  const daysAhead = daysBetween(today, date);
  if (question.isPast || daysAhead < 0 || daysAhead > DROP_OUT_DAYS) return null;
  const others = question.availability.filter(({ userId }) => userId !== person.userId);
  const before = { ...question, availability: [...others, ...entriesOf(person, "present")] };
  const [was, now] = [playVerdict(before), playVerdict(question)];
  if (now.state === "complete") return null;
  if (RANKS[now.state] >= RANKS[was.state] && now.lineUp.length >= was.lineUp.length) return null;
  return {
    before: was.state,
    now: now.state,
    missing: missingNow(now),
    toAsk: now.toAsk.filter((asked) => asked.person.id !== person.userId),
  };
}

function missingNow(verdict: Exclude<PlayVerdict, { readonly state: "complete" }>): readonly BandRole[] {
  if (verdict.state === "fragile") return [];
  return verdict.state === "not_together" ? verdict.leftOut : verdict.missing;
}

/** A drop-out, and those who may be told of it. */
interface Told {
  /** The ids of all admins. */
  readonly adminIds: readonly string[];
  /** The ids of the group's members. */
  readonly memberIds: readonly string[];
  readonly leaderIds?: readonly string[];
  /** The person who dropped out. */
  readonly userId: string;
  /** Who answered: the person, or somebody for them. */
  readonly saidBy: string;
}

/**
 * The group's leaders and the admins who belong to it, or all admins where that is nobody. Nobody is told what they did:
 * not the person who dropped out, nor who answered for them.
 */
export function whomToTellOfDropOut({ adminIds, memberIds, leaderIds = [], userId, saidBy }: Told): string[] {
  const inGroup = new Set([...leaderIds, ...adminIds.filter((id) => memberIds.includes(id))]);
  inGroup.delete(userId);
  const told = inGroup.size > 0 ? [...inGroup] : adminIds;
  return told.filter((id) => id !== saidBy && id !== userId);
}
