import { type AvailabilityEntry, entriesFor } from "../../src/domain/availability/availability.ts";
import { type CriticalRole, covers, roleCoverage } from "../../src/domain/line-up/critical-roles.ts";
import { answerEffect } from "../../src/domain/line-up/answer-effect.ts";
import { largestFillable, lineUpsOf } from "../../src/domain/line-up/line-up.ts";
import { type PlayQuestion, playState, presentPlayers } from "../../src/domain/line-up/play-state.ts";
import { playVerdict } from "../../src/domain/line-up/play-verdict.ts";
import { inPreferenceOrder } from "../../src/domain/line-up/players.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "../../src/domain/line-up/role-pairs.ts";
import type { Person } from "../../src/domain/people/people.ts";
import { type Service, SERVICES } from "../../src/domain/people/services.ts";
import { median } from "../percentile.ts";
import type { Row, Table } from "../table.ts";

const TEAM_SIZE = 100;
const MOST_SERVICES = 3;
const MOST_LINE_UP_MS = 0.3;
const MOST_WHOLE_ANSWER_MS = 10;
const WARM_UP_ROUNDS = 100;
const ROUNDS = 301;

const TEAM = inventTeam();
const ME = TEAM.slice(0, 1);

/** Events in every state that a large team can have; the slowest counts. */
const EVENTS: readonly PlayQuestion[] = [
  eventWith(TEAM, TEAM),
  eventWith(TEAM.slice(0, TEAM_SIZE / 2), TEAM),
  eventWith(onePersonFor("Sono"), TEAM),
  eventWith(withoutHoldersOf("Batterie"), TEAM),
  eventWith(onePersonFor("Batterie", "Bass"), TEAM),
  eventWith(withoutHoldersOf("Piano"), withoutHoldersOf("Piano")),
];

/**
 * Time to find out whether 100 people can play. Reference: the specification's own grid of the same event (who covers
 * which role).
 */
export function measureLineUp(): Table[] {
  const rows = [
    rowOf("one line-up", MOST_LINE_UP_MS, (event) => {
      const lineUps = lineUpsOf(inPreferenceOrder(presentPlayers(event)));
      return lineUps.lineUpOf(largestFillable(lineUps));
    }),
    rowOf("the state alone", MOST_WHOLE_ANSWER_MS, playState),
    rowOf("the whole answer, and what mine changes", MOST_WHOLE_ANSWER_MS, (event) => [
      playVerdict(event),
      ME.map((me) => answerEffect(event, me)),
    ]),
  ];
  return [{ title: "Line-ups of 100 people, medians", rows }];
}

function rowOf(name: string, reach: number, answer: (event: PlayQuestion) => unknown): Row {
  const [slowest = { value: Number.NaN, event: eventWith([], []) }] = EVENTS.map((event) => ({
    event,
    value: medianMilliseconds(() => answer(event)),
  })).toSorted((a, b) => b.value - a.value);
  return {
    name,
    value: slowest.value,
    unit: "ms",
    reference: medianMilliseconds(() => roleCoverage(slowest.event.availability)),
    goal: { of: "value", reach },
    detail: `slowest of ${EVENTS.length} events: ${playState(slowest.event)}`,
  };
}

function medianMilliseconds(run: () => unknown): number {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) run();
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

function eventWith(present: readonly Person[], people: readonly Person[]): PlayQuestion {
  const availability: AvailabilityEntry[] = present.flatMap((person) => entriesFor(person, "present"));
  return { availability, people, combinablePairs: DEFAULT_COMBINABLE_PAIRS, isPast: false };
}

function holds({ positions }: Person, role: CriticalRole): boolean {
  return positions.some((position) => covers(position, role));
}

function withoutHoldersOf(...roles: readonly CriticalRole[]): Person[] {
  return TEAM.filter((person) => !roles.some((role) => holds(person, role)));
}

/** Only one person holds all of these roles. */
function onePersonFor(...roles: readonly ("Batterie" | "Bass" | "Sono")[]): Person[] {
  return [...withoutHoldersOf(...roles), inventPerson(TEAM_SIZE, roles)];
}

/** The same people in every run: one to three services each, names unsorted. */
function inventTeam(): Person[] {
  const next = createNumbers(2026);
  return Array.from({ length: TEAM_SIZE }, (_, index) => {
    const count = 1 + next(MOST_SERVICES);
    const drawn = Array.from({ length: count }, () => SERVICES[next(SERVICES.length)] as Service);
    return inventPerson(index, [...new Set(drawn)], next(TEAM_SIZE));
  });
}

function inventPerson(index: number, positions: readonly Service[], name = index): Person {
  return { id: `person-${index}`, firstName: `Prénom ${index}`, lastName: `Élève ${name}`, positions };
}

/** Pseudo-random whole numbers below a limit (linear congruential generator with Park and Miller's constants). */
function createNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
