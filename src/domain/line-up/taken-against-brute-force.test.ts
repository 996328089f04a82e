import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shuffleBy, shuffledQuestion } from "#test/support/planning/shuffled-question.ts";
import { entriesFor } from "../availability/availability.ts";
import { comparePeople, type Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { type BandRole, covers } from "./band-roles.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "./critical-roles.ts";
import type { PlayQuestion } from "./play-state.ts";
import { playVerdict } from "./play-verdict.ts";
import { pricesOf } from "./repairing/prices.ts";
import { repairOf } from "./repairing/repair.ts";
import type { Turns } from "./turns.ts";

// People who are present at another event at that time, beside every way of sharing out the roles.

const ROLES = ["Lead", "Batterie", "Bass", "Piano", "Guitare"] as const satisfies readonly BandRole[];
const SERVICES: readonly Service[] = ["Lead", "Batterie", "Bass", "Piano", "Guitare électrique"];

interface Case {
  readonly question: PlayQuestion;
  readonly present: readonly Person[];
  readonly turns: Turns;
}

const anyPerson = fc.record({
  positions: fc.subarray([...SERVICES], { minLength: 1, maxLength: 3 }),
  isTaken: fc.boolean(),
  isPresent: fc.nat(4).map((number) => number > 0),
  lastName: fc.constantFrom("Colin", "Petit"),
});

const anyCase: fc.Arbitrary<Case> = fc
  .array(anyPerson, { minLength: 3, maxLength: 7, size: "max" })
  .map((drafts): Case => {
    const people = drafts.map(({ positions, lastName }, index): Person => {
      return { id: `p${index}`, firstName: "Anna", lastName, positions };
    });
    const present = people.filter((_, index) => drafts[index]?.isPresent);
    const free = { played: 0, of: 0, isBeyondWish: false };
    const turns = people.map(({ id: userId }, index) => {
      const turn = { userId, ...free, ...(drafts[index]?.isTaken && { takenAt: "10:00" }) };
      return [userId, turn] as const;
    });
    const availability = present.flatMap((person) => entriesFor(person, "present"));
    const question = { people, availability, combinablePairs: DEFAULT_COMBINABLE_PAIRS, requiredRoles: ROLES };
    return { question: { ...question, isPast: false }, present, turns: new Map(turns) };
  });

type Arrangement = readonly (Person | null)[];

function isAllowed(arrangement: Arrangement, person: Person): boolean {
  const roles = ROLES.filter((_, index) => arrangement[index] === person);
  return (
    roles.length < 2 || (roles.length === 2 && DEFAULT_COMBINABLE_PAIRS.some((pair) => pair.join() === roles.join()))
  );
}

function everyArrangement(people: readonly Person[]): Arrangement[] {
  let found: Arrangement[] = [[]];
  for (const role of ROLES) {
    const holders = people.filter(({ positions }) => positions.some((position) => covers(position, role)));
    found = found
      .flatMap((start) => [null, ...holders].map((holder) => [...start, holder]))
      .filter((arrangement) => people.every((person) => isAllowed(arrangement, person)));
  }
  return found;
}

function peopleIn(arrangement: Arrangement): Person[] {
  return [...new Set(arrangement)].filter((person) => person !== null);
}

function takenIn(arrangement: Arrangement, turns: Turns): number {
  return peopleIn(arrangement).filter(({ id }) => turns.get(id)?.takenAt).length;
}

/** Less is better: the open roles, the latest rather than earlier ones; then those who are taken. */
function ranksOf(arrangement: Arrangement, turns: Turns): number[] {
  const open = ROLES.flatMap((_, index) => (arrangement[index] ? [] : [index]));
  const doubled = ROLES.length - open.length - peopleIn(arrangement).length;
  return [open.length, ...open.map((index) => -index), takenIn(arrangement, turns), doubled];
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function compareHolders(a: Arrangement, b: Arrangement, turns: Turns): number {
  const order = (person: Person) => [
    Number(turns.get(person.id)?.takenAt !== undefined),
    ROLES.filter((role) => person.positions.some((position) => covers(position, role))).length,
  ];
  const index = a.findIndex((person, place) => person !== b[place]);
  const [left, right] = [a[index], b[index]];
  return left && right ? compareLists(order(left), order(right)) || comparePeople(left, right) : 0;
}

function bestOf({ present, turns }: Case): Arrangement {
  const [best = []] = everyArrangement(present).toSorted(
    (a, b) => compareLists(ranksOf(a, turns), ranksOf(b, turns)) || compareHolders(a, b, turns),
  );
  return best;
}

describe("people who are taken at that time", { timeout: 60_000 }, () => {
  test("are in the proposed line-up only where nobody else can, whatever the order of people and answers", () => {
    let usedAnyway = 0;
    const property = fc.property(anyCase, fc.infiniteStream(fc.nat()), (one, numbers) => {
      const best = bestOf(one);
      const shuffled = shuffledQuestion(one.question, shuffleBy(numbers[Symbol.iterator]()));
      for (const question of [one.question, shuffled]) {
        const { lineUp } = playVerdict(question, one.turns);
        expect(lineUp.map(({ role, holder }) => `${role} ${holder.id}`)).toEqual(
          ROLES.flatMap((role, index) => (best[index] ? [`${role} ${best[index].id}`] : [])),
        );
      }
      usedAnyway += takenIn(best, one.turns);
    });
    fc.assert(property, { numRuns: 150 });
    expect(usedAnyway).toBeGreaterThan(20);
  });

  test("come into a repair only where nobody else can, however few others would change", () => {
    const property = fc.property(anyCase, (one) => {
      const { lineUp } = repairOf(one.question, [], one.turns);
      const taken = lineUp.filter(({ userId }) => one.turns.get(userId)?.takenAt).map(({ userId }) => userId);
      expect(new Set(taken).size).toBe(takenIn(bestOf(one), one.turns));
    });
    fc.assert(property, { numRuns: 150 });
  });

  test("are asked after those who are free and help as much", () => {
    const property = fc.property(anyCase, (one) => {
      const verdict = playVerdict(one.question, one.turns);
      const toAsk = verdict.state === "complete" ? [] : verdict.toAsk;
      for (const help of ["suffices", "adds_roles"]) {
        const taken = toAsk
          .filter((asked) => asked.help === help)
          .map(({ person }) => one.turns.get(person.id)?.takenAt !== undefined);
        expect(taken).toEqual(taken.toSorted((a, b) => Number(a) - Number(b)));
      }
      const prices = pricesOf(one.question, [], one.turns).map(({ person, repair }) => ({
        open: repair.open.join(),
        isTaken: one.turns.get(person.id)?.takenAt !== undefined,
      }));
      for (const [index, { open, isTaken }] of prices.entries()) {
        const next = prices[index + 1];
        if (next?.open === open) expect(Number(isTaken)).toBeLessThanOrEqual(Number(next.isTaken));
      }
    });
    fc.assert(property, { numRuns: 150 });
  });
});
