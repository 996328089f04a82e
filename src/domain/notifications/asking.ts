import type { PlayState } from "../line-up/play-state.ts";

/** How long each person may have to answer before the next one is asked, in hours. */
export const ANSWER_HOURS = [2, 6, 12, 24] as const;

export type AnswerHours = (typeof ANSWER_HOURS)[number];

/** The most people of one request. */
export const ASKED_MAX = 50;

/** Why people are asked: so that there is a line-up at all, or so that it no longer depends on one person. */
export type AskingGoal = "playable" | "secure";

/** How asking in order ended by itself: the goal is reached (`complete`), or nobody is left to ask (`exhausted`). */
export type AskingOutcome = "complete" | "exhausted";

export type AskingState = "running" | "stopped" | AskingOutcome;

/** A person who was asked, and when. Their time to answer starts at that moment. */
export interface Asked {
  readonly userId: string;
  readonly at: Date;
}

/** People to ask one after the other. */
export interface AskingOrder {
  /** In this order, each once. */
  readonly userIds: readonly string[];
  readonly hours: number;
  /** The people who were asked, in order or by hand, and have not answered. */
  readonly asked: readonly Asked[];
}

export type NextStep =
  | { readonly kind: "wait"; readonly until: Date }
  | { readonly kind: "ask"; readonly userId: string }
  | { readonly kind: "done"; readonly outcome: AskingOutcome };

const HOUR_MS = 60 * 60 * 1000;

/** The goal when asking starts: if the event can already be played, it is to stop depending on one person. */
export function askingGoal(state: PlayState): AskingGoal {
  return state === "fragile" ? "secure" : "playable";
}

/**
 * Whether the line-up reaches the goal. A fragile line-up can be played, so the goal `playable` is reached and nobody else
 * is disturbed. Only an order that started with a fragile line-up continues until it is complete.
 */
export function isGoalReached(goal: AskingGoal, state: PlayState): boolean {
  return state === "complete" || (state === "fragile" && goal === "playable");
}

/**
 * What to do now. The next person is asked as soon as the one before has answered, or their time to answer is over.
 * Nobody is asked twice: the time of a person who was already asked by hand counts from that request.
 * @param settled the people who are not to be asked: they answered, are in an absence, left, or cannot be reached
 * @param isComplete whether the goal is reached (`isGoalReached`)
 */
export function nextStep(
  { userIds, hours, asked }: AskingOrder,
  settled: ReadonlySet<string>,
  isComplete: boolean,
  now: Date,
): NextStep {
  if (isComplete) return { kind: "done", outcome: "complete" };
  const askedAt = new Map(asked.map(({ userId, at }) => [userId, at]));
  for (const userId of userIds) {
    if (settled.has(userId)) continue;
    const start = askedAt.get(userId);
    if (start === undefined) return { kind: "ask", userId };
    const until = new Date(start.getTime() + hours * HOUR_MS);
    if (now < until) return { kind: "wait", until };
  }
  return { kind: "done", outcome: "exhausted" };
}

/**
 * Who would be asked when, if nobody answered.
 * @param leavesAt when a message that is due at this moment is sent: later if the moment is in quiet hours
 */
export function comingRequests(
  order: AskingOrder,
  settled: ReadonlySet<string>,
  now: Date,
  leavesAt: (moment: Date) => Date,
): Asked[] {
  const requests: Asked[] = [];
  let time = now;
  for (;;) {
    const asked = [...order.asked, ...requests.map(({ userId, at }) => ({ userId, at: leavesAt(at) }))];
    const step = nextStep({ ...order, asked }, settled, false, time);
    if (step.kind === "done") return requests;
    if (step.kind === "wait") time = step.until;
    else requests.push({ userId: step.userId, at: time });
  }
}
