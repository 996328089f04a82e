import { momentOf } from "../../src/domain/calendar/time-zone.ts";
import { startLeader } from "./leader.ts";
import type { Model } from "./model.ts";
import { startPeople } from "./people.ts";
import { startNotifications } from "./notifications.ts";
import {
  canPlay,
  couldPlay,
  createWorld,
  isComing,
  type MessageKind,
  type Policy,
  questionOf,
  startOf,
  type TeamEvent,
  type World,
} from "./world.ts";
import { DAY_MS, END, ZONE } from "./year-plan.ts";

/** What happened in one year, or in several together. */
export interface Outcome {
  /** Events that still existed two days before. */
  readonly events: number;
  /** How many of these could be played by the answers two days before, and at the start; or if everybody had answered. */
  readonly complete: number;
  readonly completeAtStart: number;
  readonly possible: number;
  readonly presses: number;
  readonly messages: Readonly<Record<MessageKind, number>>;
}

const NOTHING: Outcome = {
  events: 0,
  complete: 0,
  completeAtStart: 0,
  possible: 0,
  presses: 0,
  messages: { reminder: 0, change: 0, "drop-out": 0, request: 0, outcome: 0 },
};

/** Simulates one year. With the same seed, the same people can come to the same events under each policy. */
export function simulateYear(seed: number, model: Model, policy: Policy): Outcome {
  const world = createWorld(seed, model, policy);
  startNotifications(world);
  startPeople(world);
  startLeader(world);
  const counts = { events: 0, complete: 0, completeAtStart: 0, possible: 0 };
  for (const event of world.events) {
    watch(world, event, startOf(event) - 2 * DAY_MS, () => {
      counts.events += 1;
      counts.complete += Number(canPlay(questionOf(world, event)));
      counts.possible += Number(couldPlay(world, event));
    });
    watch(world, event, startOf(event) - DAY_MS / 24, () => {
      counts.completeAtStart += Number(canPlay(questionOf(world, event)));
    });
  }
  world.agenda.runUntil(momentOf({ date: END, time: "00:00" }, ZONE));
  return {
    ...counts,
    presses: world.presses,
    messages: { ...NOTHING.messages, ...Object.fromEntries(world.messages) },
  };
}

function watch(world: World, event: TeamEvent, at: number, count: () => void): void {
  world.agenda.add(at, () => {
    if (isComing(world, event)) count();
  });
}

export function sumOf(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (sum, { messages, ...counts }) => ({
      ...mapped(counts, (count, key) => count + sum[key]),
      messages: mapped(messages, (count, kind) => count + sum.messages[kind]),
    }),
    NOTHING,
  );
}

function mapped<Key extends string>(
  record: Readonly<Record<Key, number>>,
  map: (value: number, key: Key) => number,
): Record<Key, number> {
  const entries = (Object.entries(record) as [Key, number][]).map(([key, value]) => [key, map(value, key)]);
  return Object.fromEntries(entries) as Record<Key, number>;
}

export function messagesIn({ messages }: Outcome): number {
  return Object.values(messages).reduce((sum, count) => sum + count, 0);
}
