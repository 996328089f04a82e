import { type AvailabilityEntry, entriesFor } from "../../src/domain/availability/availability.ts";
import { answerEffect } from "../../src/domain/line-up/answer-effect.ts";
import { BAND_ROLES, type BandRole, covers, inRoleOrder } from "../../src/domain/line-up/band-roles.ts";
import {
  CRITICAL_ROLES,
  type CriticalRole,
  DEFAULT_COMBINABLE_PAIRS,
  roleCoverage,
} from "../../src/domain/line-up/critical-roles.ts";
import { lineUpsOf } from "../../src/domain/line-up/fillings.ts";
import type { KeptLineUp } from "../../src/domain/line-up/kept-line-up.ts";
import { largestFillable } from "../../src/domain/line-up/line-up.ts";
import { type PlayQuestion, playState, presentPlayers } from "../../src/domain/line-up/play-state.ts";
import { playVerdict } from "../../src/domain/line-up/play-verdict.ts";
import { inPreferenceOrder } from "../../src/domain/line-up/players/players.ts";
import { scaleOfRoles } from "../../src/domain/line-up/players/role-sets.ts";
import { pricesOf } from "../../src/domain/line-up/repairing/prices.ts";
import { repairOf } from "../../src/domain/line-up/repairing/repair.ts";
import type { Turns } from "../../src/domain/line-up/turns.ts";
import type { Person } from "../../src/domain/people/people.ts";
import { type Service, SERVICES } from "../../src/domain/people/services.ts";
import { median } from "../percentile.ts";
import type { Row, Table } from "../table.ts";

const TEAM_SIZE = 100;
const MOST_SERVICES = 3;
const MOST_LINE_UP_MS = 0.3;
/** Limits for the seven roles of the specification, and for all known roles or places. */
const MOST_WHOLE_ANSWER_MS = 10;
const MOST_WITH_ALL_ROLES_MS = 60;

/** As many places as there can be: `Guitare` and `Violon` are needed twice, `Voix` three times. */
const SIXTEEN_PLACES = inRoleOrder([
  ...BAND_ROLES.filter((role) => role !== "DM"),
  "Guitare",
  "Violon",
  "Voix",
  "Voix",
]);

interface Effort {
  readonly warmUps: number;
  readonly rounds: number;
}
const MANY_ROUNDS: Effort = { warmUps: 100, rounds: 301 };
/** With all roles an answer takes about 50 times as long. */
const FEW_ROUNDS: Effort = { warmUps: 10, rounds: 31 };

const TEAM = inventTeam();
const ME = TEAM.slice(0, 1);

/** A line-up that was kept when everybody was present; some events lack its people. */
const KEPT: KeptLineUp = repairOf({ ...eventWith(TEAM, TEAM), requiredRoles: BAND_ROLES }, [], new Map()).lineUp;
const TURNS: Turns = new Map(
  TEAM.map(({ id }, index) => [id, { userId: id, played: index % 7, of: 12, isBeyondWish: index % 9 === 0 }]),
);

/** Events in every state that a large team can have; the slowest counts. */
function eventsWith(requiredRoles: readonly BandRole[]): PlayQuestion[] {
  return [
    eventWith(TEAM, TEAM),
    eventWith(TEAM.slice(0, TEAM_SIZE / 2), TEAM),
    eventWith(onePersonFor("Sono"), TEAM),
    eventWith(withoutHoldersOf("Batterie"), TEAM),
    eventWith(onePersonFor("Batterie", "Bass"), TEAM),
    eventWith(withoutHoldersOf("Piano"), withoutHoldersOf("Piano")),
  ].map((event) => ({ ...event, requiredRoles }));
}

/**
 * Time to find out whether 100 people can play. Reference: the specification's own grid of the same event (who covers
 * which role).
 */
export function measureLineUp(): Table[] {
  const seven = eventsWith(CRITICAL_ROLES);
  const all = eventsWith(BAND_ROLES);
  const sixteen = eventsWith(SIXTEEN_PLACES);
  return [
    {
      title: "Line-ups of 100 people, medians",
      rows: [
        rowOf("one line-up", seven, MOST_LINE_UP_MS, (event) => {
          const lineUps = lineUpsOf(scaleOfRoles(event.requiredRoles), inPreferenceOrder(presentPlayers(event)));
          return lineUps.lineUpOf(largestFillable(lineUps));
        }),
        rowOf("the state alone", seven, MOST_WHOLE_ANSWER_MS, playState),
        rowOf("the whole answer, and what mine changes", seven, MOST_WHOLE_ANSWER_MS, wholeAnswer),
        rowOf("the repair of a kept line-up", seven, MOST_WHOLE_ANSWER_MS, (event) => repairOf(event, KEPT, TURNS)),
        rowOf("the price of each yes", seven, MOST_WHOLE_ANSWER_MS, (event) => pricesOf(event, KEPT, TURNS)),
      ],
    },
    tableOfMany(`The same with ${BAND_ROLES.length} roles`, all),
    tableOfMany(`The same with ${SIXTEEN_PLACES.length} places of ${new Set(SIXTEEN_PLACES).size} roles`, sixteen),
  ];
}

function tableOfMany(title: string, events: readonly PlayQuestion[]): Table {
  return {
    title,
    rows: [
      rowOf("the whole answer, and what mine changes", events, MOST_WITH_ALL_ROLES_MS, wholeAnswer),
      rowOf("the repair of a kept line-up", events, MOST_WITH_ALL_ROLES_MS, (event) => repairOf(event, KEPT, TURNS)),
      rowOf("the price of each yes", events, MOST_WITH_ALL_ROLES_MS, (event) => pricesOf(event, KEPT, TURNS)),
    ],
  };
}

function wholeAnswer(event: PlayQuestion): unknown {
  return [playVerdict(event, TURNS), ME.map((me) => answerEffect(event, me))];
}

function rowOf(
  name: string,
  events: readonly PlayQuestion[],
  reach: number,
  compute: (event: PlayQuestion) => unknown,
): Row {
  const [slowest = { value: Number.NaN, event: eventWith([], []) }] = events
    .map((event) => ({ event, value: medianMilliseconds(() => compute(event), effortFor(event)) }))
    .toSorted((a, b) => b.value - a.value);
  return {
    name,
    value: slowest.value,
    unit: "ms",
    reference: medianMilliseconds(
      () => roleCoverage(slowest.event.availability, slowest.event.requiredRoles),
      MANY_ROUNDS,
    ),
    goal: { of: "value", reach },
    detail: `slowest of ${events.length} events: ${playState(slowest.event)}`,
  };
}

function effortFor({ requiredRoles }: PlayQuestion): Effort {
  return requiredRoles.length > CRITICAL_ROLES.length ? FEW_ROUNDS : MANY_ROUNDS;
}

function medianMilliseconds(run: () => unknown, { warmUps, rounds }: Effort): number {
  for (let round = 0; round < warmUps; round += 1) run();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

function eventWith(present: readonly Person[], people: readonly Person[]): PlayQuestion {
  const availability: AvailabilityEntry[] = present.flatMap((person) => entriesFor(person, "present"));
  return {
    availability,
    people,
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: CRITICAL_ROLES,
    isPast: false,
  };
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
