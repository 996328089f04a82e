import { entriesFor } from "../../src/domain/availability/availability.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS } from "../../src/domain/line-up/critical-roles.ts";
import { type KeptLineUp, rolesOfPerson } from "../../src/domain/line-up/kept-line-up.ts";
import type { PlayQuestion } from "../../src/domain/line-up/play-state.ts";
import { playVerdict } from "../../src/domain/line-up/play-verdict.ts";
import { isBroken } from "../../src/domain/line-up/repairing/faults.ts";
import { repairOf } from "../../src/domain/line-up/repairing/repair.ts";
import type { Person } from "../../src/domain/people/people.ts";
import type { Row, Table } from "../table.ts";
import { TEAM } from "../year/model.ts";

const BROKEN_LINE_UPS = 50;
/** How many of a team come to an event, and how many of these drop out later. */
const PRESENT_SHARE = 0.7;
const MOST_DROP_OUTS = 2;
/** How many of these have answered when the line-up is kept. */
const ANSWERED_SHARE = 0.8;

interface Breakage {
  readonly question: PlayQuestion;
  readonly kept: KeptLineUp;
}

/**
 * Breaks fifty line-ups of the simulated team by random drop-outs, repairs them, and counts the people who get other
 * roles. Reference: a greedy refill, which takes the best line-up of the people present without regard to the kept one.
 */
export function measureRepairs(): Table[] {
  const broken = drawBreakages();
  const exact = broken.map(({ question, kept }) => countChanged(kept, repairOf(question, kept, new Map()).lineUp));
  const greedy = broken.map(({ question, kept }) => countChanged(kept, bestLineUp(question)));
  const rows: Row[] = [
    {
      name: "people told of another role, in all",
      value: sumOf(exact),
      unit: "count",
      reference: sumOf(greedy),
      goal: { of: "value", reach: sumOf(greedy) },
      detail: `mean ${(sumOf(exact) / exact.length).toFixed(2)}, greedy refill ${(sumOf(greedy) / greedy.length).toFixed(2)}; at most ${Math.max(...exact)} and ${Math.max(...greedy)}`,
    },
  ];
  return [{ title: `${BROKEN_LINE_UPS} broken line-ups, repaired`, rows }];
}

function drawBreakages(): Breakage[] {
  const next = createNumbers(2026);
  const found: Breakage[] = [];
  while (found.length < BROKEN_LINE_UPS) {
    const present = TEAM.filter(() => next() < PRESENT_SHARE);
    const before = questionWith(present.filter(() => next() < ANSWERED_SHARE));
    const { state } = playVerdict(before);
    const kept = bestLineUp(before);
    const dropOuts = new Set(
      Array.from({ length: MOST_DROP_OUTS }, () => kept[Math.floor(next() * kept.length)]?.userId),
    );
    const question = questionWith(present.filter(({ id }) => !dropOuts.has(id)));
    const couldPlay = state === "complete" || state === "fragile";
    if (couldPlay && isBroken(question, kept)) found.push({ question, kept });
  }
  return found;
}

function questionWith(present: readonly Person[]): PlayQuestion {
  const availability = present.flatMap((person) => entriesFor(person, "present"));
  return {
    availability,
    people: TEAM,
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: CRITICAL_ROLES,
    isPast: false,
  };
}

function bestLineUp(question: PlayQuestion): KeptLineUp {
  return playVerdict(question).lineUp.map(({ role, holder }) => ({ role, userId: holder.id }));
}

/** How many people of the new line-up have other roles than before. */
function countChanged(before: KeptLineUp, after: KeptLineUp): number {
  const people = new Set(after.map(({ userId }) => userId));
  return [...people].filter((id) => rolesOfPerson(before, id).join() !== rolesOfPerson(after, id).join()).length;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Pseudo-random numbers from 0 to 1 (linear congruential generator with Park and Miller's constants). */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
