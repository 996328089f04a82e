import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ANSWER_HOURS,
  type Asked,
  askingGoal,
  type AskingOrder,
  comingRequests,
  isGoalReached,
  nextStep,
  type NextStep,
} from "./asking.ts";

const HOUR_MS = 60 * 60 * 1000;
const START = new Date("2026-11-24T13:00:00Z");
const NOBODY: ReadonlySet<string> = new Set();

function after(hours: number): Date {
  return new Date(START.getTime() + hours * HOUR_MS);
}

function orderOf(asked: readonly Asked[] = []): AskingOrder {
  return { userIds: ["a", "b", "c"], hours: 2, asked };
}

describe("asking in order", () => {
  test.each<[string, readonly Asked[], readonly string[], number, NextStep]>([
    ["begins with the first", [], [], 0, { kind: "ask", userId: "a" }],
    ["waits while the first has time", [{ userId: "a", at: START }], [], 1.99, { kind: "wait", until: after(2) }],
    ["asks the next when the time is over", [{ userId: "a", at: START }], [], 2, { kind: "ask", userId: "b" }],
    ["asks the next at an answer", [{ userId: "a", at: START }], ["a"], 0.1, { kind: "ask", userId: "b" }],
    ["skips who answered unasked", [{ userId: "a", at: START }], ["a", "b"], 0.1, { kind: "ask", userId: "c" }],
    ["does not ask again whom somebody asked", [{ userId: "b", at: after(1) }], ["a"], 1.5, waiting(3)],
    ["ends when nobody is left", [{ userId: "c", at: START }], ["a", "b"], 2, { kind: "done", outcome: "exhausted" }],
    ["ends when all answered", [], ["a", "b", "c"], 0, { kind: "done", outcome: "exhausted" }],
  ])("%s", (_, asked, settled, hours, step) => {
    expect(nextStep(orderOf(asked), new Set(settled), false, after(hours))).toEqual(step);
  });

  test("ends as soon as the line-up stands, also while somebody has time left", () => {
    const order = orderOf([{ userId: "a", at: START }]);
    expect(nextStep(order, NOBODY, true, after(1))).toEqual({ kind: "done", outcome: "complete" });
  });

  test("stands with a fragile line-up, unless it began with one", () => {
    const states = ["complete", "fragile", "not_together", "roles_to_fill", "out_of_reach"] as const;
    expect(states.map(askingGoal)).toEqual(["playable", "secure", "playable", "playable", "playable"]);
    expect(states.map((state) => isGoalReached("playable", state))).toEqual([true, true, false, false, false]);
    expect(states.map((state) => isGoalReached("secure", state))).toEqual([true, false, false, false, false]);
  });

  test("says who would come next and when, each with the time of those before", () => {
    const turns = comingRequests(orderOf([{ userId: "a", at: START }]), NOBODY, after(1), (moment) => moment);
    expect(turns).toEqual([
      { userId: "b", at: after(2) },
      { userId: "c", at: after(4) },
    ]);
  });

  test("counts a person's time from when their message leaves", () => {
    const turns = comingRequests(orderOf(), NOBODY, START, (moment) => (moment < after(10) ? after(10) : moment));
    expect(turns.map(({ at }) => at)).toEqual([START, after(12), after(14)]);
  });

  function waiting(hours: number): NextStep {
    return { kind: "wait", until: after(hours) };
  }
});

/** When a person answers, in minutes from the start; `null`: never. */
const Answers = fc.array(fc.option(fc.integer({ min: 0, max: 5000 })), { minLength: 1, maxLength: 8 });

interface Played {
  readonly asked: readonly Asked[];
  readonly end: Date;
  readonly outcome: string;
}

/** Runs an order minute by minute, as a job that looks at each would. */
function play(answers: readonly (number | null)[], hours: number, completeAt: number): Played {
  const userIds = answers.map((_, index) => `p${index}`);
  const asked: Asked[] = [];
  for (let minute = 0; ; minute += 1) {
    const now = after(minute / 60);
    const settled = new Set(userIds.filter((_, index) => (answers[index] ?? Infinity) <= minute));
    const decide = () => nextStep({ userIds, hours, asked }, settled, minute >= completeAt, now);
    for (let step = decide(); step.kind !== "wait"; step = decide()) {
      if (step.kind === "done") return { asked, end: now, outcome: step.outcome };
      asked.push({ userId: step.userId, at: now });
    }
  }
}

describe("in any course of answers", () => {
  const course = fc.record({
    answers: Answers,
    hours: fc.constantFrom(...ANSWER_HOURS),
    completeAt: fc.integer({ min: 0, max: 20_000 }),
  });

  test("each person is asked once at most, in order, and never after they answered", () => {
    fc.assert(
      fc.property(course, ({ answers, hours, completeAt }) => {
        const { asked } = play(answers, hours, completeAt);
        const places = asked.map(({ userId }) => Number(userId.slice(1)));
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
        for (const [index, { at }] of asked.entries()) {
          const answeredAt = answers[places[index] ?? -1] ?? Infinity;
          expect(at.getTime()).toBeLessThan(START.getTime() + answeredAt * 60_000);
        }
      }),
    );
  });

  test("the next one is asked only after an answer of the one before, or their whole time", () => {
    fc.assert(
      fc.property(course, ({ answers, hours, completeAt }) => {
        const { asked } = play(answers, hours, completeAt);
        for (const [index, { at }] of asked.entries()) {
          const before = asked[index - 1];
          if (before === undefined) continue;
          const answeredAt = answers[Number(before.userId.slice(1))] ?? Infinity;
          const over = Math.min(before.at.getTime() + hours * HOUR_MS, START.getTime() + answeredAt * 60_000);
          expect(at.getTime()).toBe(over);
        }
      }),
    );
  });

  test("it ends: complete at that moment, or exhausted with everybody asked or answered", () => {
    fc.assert(
      fc.property(course, ({ answers, hours, completeAt }) => {
        const { asked, end, outcome } = play(answers, hours, completeAt);
        if (outcome === "complete") {
          expect(end).toEqual(after(completeAt / 60));
          return;
        }
        const reached = new Set(asked.map(({ userId }) => userId));
        const minutes = (end.getTime() - START.getTime()) / 60_000;
        for (const [index, answer] of answers.entries()) {
          expect(reached.has(`p${index}`) || (answer ?? Infinity) <= minutes).toBe(true);
        }
      }),
    );
  });

  test("what is foretold is what happens when nobody answers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.constantFrom(...ANSWER_HOURS), (count, hours) => {
        const { asked } = play(Array<null>(count).fill(null), hours, Infinity);
        const userIds = asked.map(({ userId }) => userId);
        expect(comingRequests({ userIds, hours, asked: [] }, NOBODY, START, (moment) => moment)).toEqual(asked);
      }),
    );
  });
});
