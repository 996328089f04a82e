import { type AnsweredPerson, entriesOf } from "../availability/availability.ts";
import { daysBetween, type PlainDate } from "../calendar/calendar.ts";
import type { BandRole } from "../line-up/band-roles.ts";
import type { PlayQuestion, PlayState } from "../line-up/play-state.ts";
import { type PlayVerdict, playVerdict } from "../line-up/play-verdict.ts";
import type { PersonToAsk } from "../line-up/whom-to-ask.ts";

/** Admins and leaders are notified of drop-outs from events that are at most this many days ahead. */
export const DROP_OUT_DAYS = 14;

/** The delay of that message. It is not sent if the person is present again by then: they pressed by mistake. */
export const DROP_OUT_WAIT_MS = 20_000;

/** What changes for an event when a person who was present no longer comes. */
export interface DropOut {
  readonly before: PlayState;
  readonly now: PlayState;
  /** The roles that stay open now; empty while the others can play. */
  readonly missing: readonly BandRole[];
  /** Without the person who dropped out. */
  readonly toAsk: readonly PersonToAsk[];
}

/** The higher, the better. */
const RANKS: Readonly<Record<PlayState, number>> = {
  complete: 3,
  fragile: 2,
  not_together: 1,
  roles_to_fill: 1,
  out_of_reach: 0,
};

/**
 * The notification about a person who was present and no longer is. `null`: nobody is notified, because the event is
 * past or too far ahead, or because it can be played without them: its state is no worse, and no fewer roles can be
 * filled.
 * @param question the event as it is now
 * @param person with the services recorded when they were present
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

/** A drop-out, and the people who may be notified of it. */
interface DropOutAudience {
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
 * Who is notified of a drop-out: the group's leaders and the admins among its members; all admins if there are none of
 * these. The person who dropped out and the user who answered for them are left out.
 */
export function dropOutRecipients(audience: DropOutAudience): string[] {
  const { adminIds, memberIds, leaderIds = [], userId, saidBy } = audience;
  const inGroup = new Set([...leaderIds, ...adminIds.filter((id) => memberIds.includes(id))]);
  inGroup.delete(userId);
  const recipients = inGroup.size > 0 ? [...inGroup] : adminIds;
  return recipients.filter((id) => id !== saidBy && id !== userId);
}
