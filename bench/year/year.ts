/**
 * Simulates a year of a team. The rules of `src/domain/notifications` decide who gets which message; what people do is
 * invented (`model.ts`). 14 people in one group have 60 events, mostly Sunday mornings; one in eight is moved, one in 33
 * deleted, in the last 12 days (`year-plan.ts`). People have three weeks of holidays, look at the planning by themselves,
 * act on a message or not, and drop out late. A reply is what the person knows at that time. The same years (seeds) run
 * under three policies:
 *
 * - `nobody`: no messages, and the leader asks nobody;
 * - `everybody`: each reminder, change, drop-out and request is mailed to everybody;
 * - `diapason`: reminders go to people without an answer, changes to the people whom they concern, drop-outs to the
 *   admins, and requests one after the other to the people whose yes would help.
 *
 * Under the last two, the leader looks at most events four days before, and asks if they cannot be played. A press is
 * opening an event to act on it, or asking; pressing to create or change events is not counted. An event is complete
 * when the people present can play together, by the answers in the planning, 48 hours before it begins. (The second
 * reminder goes out at 18:00 two days before, which is later than that for an event in the morning.)
 */
import type { Row, Table } from "../table.ts";
import { type Habit, MODEL, type Model, TEAM } from "./model.ts";
import { messagesIn, type Outcome, simulateYear, sumOf } from "./simulate.ts";
import type { Policy } from "./world.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
/** Fewer seeds for the sensitivity analysis, because it has many variants. */
const FEW_SEEDS = SEEDS.slice(0, 8);
const MONTHS = 12;
/** A third. */
const MOST_MESSAGES = 0.333;
const MOST_PRESSES = 1;
const HABITS: readonly Habit[] = ["prompt", "reminded", "slow", "silent"];

export function measureYear(): Table[] {
  printModel();
  const years = { nobody: run("nobody"), everybody: run("everybody"), diapason: run("diapason") };
  const sums = { nobody: sumOf(years.nobody), everybody: sumOf(years.everybody), diapason: sumOf(years.diapason) };
  printOutcomes(sums);
  printSensitivity();
  const wins = SEEDS.filter((_, index) => share(years.diapason[index]) >= share(years.everybody[index])).length;
  return [
    {
      title: "A year of a team, beside everybody mailed every time",
      rows: rowsOf(sums.diapason, sums.everybody, wins),
    },
    { title: "A year of a team, beside no message at all", rows: [completeRow(sums.diapason, sums.nobody)] },
  ];
}

function run(policy: Policy, model: Model = MODEL, seeds: readonly number[] = SEEDS): Outcome[] {
  return seeds.map((seed) => simulateYear(seed, model, policy));
}

function share(outcome: Outcome | undefined): number {
  return outcome ? outcome.complete / outcome.events : Number.NaN;
}

function messagesOfPerson(outcome: Outcome, years: number): number {
  return messagesIn(outcome) / TEAM.length / MONTHS / years;
}

function pressesOf({ presses, events }: Outcome): number {
  return presses / events;
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

function percent(value: number): number {
  return rounded(100 * value, 1);
}

function completeRow(outcome: Outcome, reference: Outcome): Row {
  return {
    name: "complete two days before, %",
    value: percent(share(outcome)),
    unit: "count",
    reference: percent(share(reference)),
    goal: { of: "ratio", reach: 1, isLeast: true },
  };
}

function rowsOf(outcome: Outcome, reference: Outcome, wins: number): Row[] {
  return [
    { ...completeRow(outcome, reference), detail: `at least as many in ${wins} of ${SEEDS.length} years` },
    {
      name: "messages per person and month",
      value: rounded(messagesOfPerson(outcome, SEEDS.length)),
      unit: "count",
      reference: rounded(messagesOfPerson(reference, SEEDS.length)),
      goal: { of: "ratio", reach: MOST_MESSAGES },
    },
    {
      name: "leader's presses per event",
      value: rounded(pressesOf(outcome)),
      unit: "count",
      reference: rounded(pressesOf(reference)),
      goal: { of: "value", reach: MOST_PRESSES },
    },
  ];
}

function printModel(): void {
  const { habits, ...rest } = MODEL;
  console.log(`\nThe model of people, invented: ${SEEDS.length} years of ${TEAM.length} people`);
  const rows = HABITS.map((habit) => {
    const names = TEAM.filter((person) => person.habit === habit).map(({ id }) => id);
    return [habit, { ...habits[habit], people: names.join(", ") }];
  });
  console.table(Object.fromEntries(rows));
  console.table(rest);
}

function printOutcomes(sums: Readonly<Record<Policy, Outcome>>): void {
  console.log("\nTwo days before and at the start, % of events; `possible`: if everybody had said what they know");
  const rows = Object.entries(sums).map(([policy, sum]) => {
    const { events, completeAtStart, possible, messages } = sum;
    const perEvent = Object.entries(messages).map(([kind, count]) => [`${kind}s/event`, rounded(count / events)]);
    return [
      policy,
      {
        complete: percent(share(sum)),
        "at the start": percent(completeAtStart / events),
        possible: percent(possible / events),
        ...Object.fromEntries(perEvent),
      },
    ];
  });
  console.table(Object.fromEntries(rows));
}

function withHabits(change: (habits: Model["habits"][Habit]) => Partial<Model["habits"][Habit]>): Partial<Model> {
  const entries = HABITS.map((habit) => [habit, { ...MODEL.habits[habit], ...change(MODEL.habits[habit]) }]);
  return { habits: Object.fromEntries(entries) as Model["habits"] };
}

/** Other assumptions about people, for the sensitivity analysis. */
const VARIANTS: Readonly<Record<string, Partial<Model>>> = {
  "as above": {},
  "look half as often": withHabits(({ looksEvery }) => ({ looksEvery: 2 * looksEvery })),
  "look twice as often": withHabits(({ looksEvery }) => ({ looksEvery: looksEvery / 2 })),
  "act on half of the messages": withHabits(({ repliesToMessage }) => ({ repliesToMessage: repliesToMessage / 2 })),
  "requests work no better than reminders": withHabits(({ repliesToMessage }) => ({
    repliesToRequest: repliesToMessage,
  })),
  "requests to everybody work as well as by name": { isMassRequestPersonal: true },
  "each message of 14 days costs a tenth of attention": { fatigue: 0.1 },
  "answer after a day": { replyHours: 24 },
  "nobody drops out late": { dropsOut: 0 },
  "twice as many drop out late": { dropsOut: 2 * MODEL.dropsOut },
  "come to a tenth fewer events": { comesMore: -0.1 },
  "come to a tenth more events": { comesMore: 0.1 },
  "enter no absence": { entersAbsence: 0 },
  "the leader never looks": { leaderLooks: 0 },
  "the leader always looks": { leaderLooks: 1 },
  "6 hours to answer": { hoursToAnswer: 6 },
  "24 hours to answer": { hoursToAnswer: 24 },
};

function printSensitivity(): void {
  console.log(`\nThe same if people are otherwise (${FEW_SEEDS.length} years each): Diapason, everybody, nobody`);
  const rows = Object.entries(VARIANTS).map(([name, changed]) => {
    const sum = (policy: Policy) => sumOf(run(policy, { ...MODEL, ...changed }, FEW_SEEDS));
    const [diapason, everybody, nobody] = [sum("diapason"), sum("everybody"), sum("nobody")];
    return [
      name,
      {
        complete: percent(share(diapason)),
        "of everybody": percent(share(everybody)),
        "of nobody": percent(share(nobody)),
        messages: rounded(messagesOfPerson(diapason, FEW_SEEDS.length)),
        "share of everybody's": rounded(messagesIn(diapason) / messagesIn(everybody)),
        presses: rounded(pressesOf(diapason)),
      },
    ];
  });
  console.table(Object.fromEntries(rows));
}
