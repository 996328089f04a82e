import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shuffleBy, shuffledQuestion } from "#test/support/planning/shuffled-question.ts";
import { type Answer, entriesFor } from "../../availability/availability.ts";
import { comparePeople, type Person } from "../../people/people.ts";
import { SERVICES } from "../../people/services.ts";
import { BAND_ROLES, type BandRole, covers, inRoleOrder } from "../band-roles.ts";
import { CRITICAL_ROLES, ROLE_PAIRS, type RolePair } from "../critical-roles.ts";
import { isKeepable, type KeptLineUp, rolesOfPerson } from "../kept-line-up.ts";
import type { PlayQuestion } from "../play-state.ts";
import type { Turn, Turns } from "../turns.ts";
import { type Fault, faultsOf, isBroken } from "./faults.ts";
import { pricesOf } from "./prices.ts";
import { type Repair, repairOf } from "./repair.ts";

// A literal implementation of the definitions: it tries every way in which a few people can share the roles.

/** The holder of each required role; `null` for a role that nobody takes. */
type Arrangement = readonly (Person | null)[];

interface Case {
  readonly question: PlayQuestion;
  readonly answers: ReadonlyMap<Person, Answer | null>;
  readonly kept: KeptLineUp;
  readonly turns: Turns;
}

function holds({ positions }: Person, role: BandRole): boolean {
  return positions.some((position) => covers(position, role));
}

function rolesIn(roles: readonly BandRole[], arrangement: Arrangement, { id }: Person): BandRole[] {
  return roles.filter((_, index) => arrangement[index]?.id === id);
}

function isAllowed(taken: readonly BandRole[], pairs: readonly RolePair[]): boolean {
  return taken.length < 2 || (taken.length === 2 && pairs.some((pair) => pair.every((role) => taken.includes(role))));
}

function everyArrangement({ requiredRoles, combinablePairs }: PlayQuestion, present: readonly Person[]): Arrangement[] {
  let found: Arrangement[] = [[]];
  for (const role of requiredRoles) {
    const takers = [null, ...present.filter((person) => holds(person, role))];
    found = found
      .flatMap((start) => takers.map((taker) => [...start, taker]))
      .filter((arrangement) => {
        const last = arrangement.at(-1);
        return !last || isAllowed(rolesIn(requiredRoles, arrangement, last), combinablePairs);
      });
  }
  return found;
}

/** What is compared, in this order: less is better. */
interface Ranks {
  readonly filled: readonly number[];
  readonly changed: number;
  readonly newcomers: number;
  readonly beyondWish: number;
  readonly played: number;
  readonly leftOut: number;
}

function ranksOf({ question, kept, turns }: Case, arrangement: Arrangement): Ranks {
  const { requiredRoles } = question;
  const after = [...new Set(arrangement)].filter((person) => person !== null);
  const newcomers = after.filter(({ id }) => rolesOfPerson(kept, id).length === 0);
  const before = new Set(kept.map(({ userId }) => userId));
  const changed = after.filter(
    (person) => rolesIn(requiredRoles, arrangement, person).join() !== rolesOfPerson(kept, person.id).join(),
  );
  const leftOut = [...before].filter((userId) => !after.some(({ id }) => id === userId));
  const open = requiredRoles.flatMap((_, index) => (arrangement[index] ? [] : [index]));
  return {
    // Fewest open; of as many the latest ones.
    filled: [open.length, ...open.map((index) => -index)],
    changed: changed.length + leftOut.length,
    newcomers: newcomers.length,
    beyondWish: newcomers.filter(({ id }) => turns.get(id)?.isBeyondWish).length,
    played: newcomers.reduce((sum, { id }) => sum + (turns.get(id)?.played ?? 0), 0),
    leftOut: leftOut.length,
  };
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function costsIn({ changed, newcomers, beyondWish, played, leftOut }: Ranks): number[] {
  return [changed, newcomers, beyondWish, played, leftOut];
}

interface Ranked {
  readonly arrangement: Arrangement;
  readonly ranks: Ranks;
}

function compareRanked(a: Ranked, b: Ranked): number {
  const byRank = compareLists(a.ranks.filled, b.ranks.filled) || compareLists(costsIn(a.ranks), costsIn(b.ranks));
  if (byRank !== 0) return byRank;
  const index = a.arrangement.findIndex((person, place) => person !== b.arrangement[place]);
  const [left, right] = [a.arrangement[index], b.arrangement[index]];
  return left && right ? comparePeople(left, right) : 0;
}

function bestOf(one: Case, present: readonly Person[]): Ranked {
  const all = everyArrangement(one.question, present);
  const filledBy = (arrangement: Arrangement): number => arrangement.filter((person) => person !== null).length;
  const most = all.reduce((count, arrangement) => Math.max(count, filledBy(arrangement)), 0);
  return all
    .filter((arrangement) => filledBy(arrangement) === most)
    .map((arrangement) => ({ arrangement, ranks: ranksOf(one, arrangement) }))
    .reduce((best, next) => (compareRanked(next, best) < 0 ? next : best));
}

function lineUpFrom({ requiredRoles }: PlayQuestion, arrangement: Arrangement): KeptLineUp {
  return requiredRoles.flatMap((role, index) => {
    const holder = arrangement[index];
    return holder ? [{ role, userId: holder.id }] : [];
  });
}

function whoAnswered({ answers }: Case, wanted: Answer | null): Person[] {
  return [...answers].flatMap(([person, answer]) => (answer === wanted ? [person] : []));
}

// Small teams with a line-up that was kept once: its people may have gone, changed services, or never held them.

const MOST_PEOPLE = 9;
const MOST_ROLES = 9;

const anyRoles: fc.Arbitrary<readonly BandRole[]> = fc.oneof(
  fc.constant([...CRITICAL_ROLES]),
  fc.subarray([...BAND_ROLES], { maxLength: MOST_ROLES }),
  fc.subarray([...BAND_ROLES], { minLength: MOST_ROLES, maxLength: MOST_ROLES }),
);

const anyPerson = fc.record({
  firstName: fc.constantFrom("Anna", "Élise", "Zoé"),
  lastName: fc.constantFrom("Colin", "Émery", "Petit"),
  /** Numbers of services among those that some role needs. */
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
  answer: fc.constantFrom<(Answer | null)[]>("present", "present", "present", "present", "absent", null),
  played: fc.nat(3),
  isBeyondWish: fc.nat(3).map((number) => number === 0),
  hasTurn: fc.boolean(),
});

/** Whom each role was kept for: somebody of the team, somebody who is gone, or nobody. */
const anyHolders = fc.array(fc.option(fc.nat(MOST_PEOPLE)), {
  minLength: BAND_ROLES.length,
  maxLength: BAND_ROLES.length,
});

const anyCase: fc.Arbitrary<Case> = fc
  .tuple(
    fc.array(anyPerson, { minLength: 4, maxLength: MOST_PEOPLE, size: "max" }),
    anyRoles,
    fc.subarray([...ROLE_PAIRS], { maxLength: 8 }),
    anyHolders,
    // Mostly people hold what was kept for them, and few other roles were required then.
    fc.array(fc.nat(9), { minLength: BAND_ROLES.length, maxLength: BAND_ROLES.length }),
  )
  .map(([drafts, requiredRoles, combinablePairs, holders, lots]) => {
    const kept: { role: BandRole; userId: string }[] = [];
    for (const [index, role] of BAND_ROLES.entries()) {
      const holder = holders[index] ?? null;
      const isRequired = requiredRoles.includes(role) || lots[index] === 0;
      if (holder === null || !isRequired) continue;
      const next = [...kept, { role, userId: `p${holder}` }];
      if (isKeepable(next)) kept.push({ role, userId: `p${holder}` });
    }
    const offered = SERVICES.filter((service) => requiredRoles.some((role) => covers(service, role)));
    const people = drafts.map(({ firstName, lastName, picks }, index): Person => {
      const id = `p${index}`;
      const others = picks.flatMap((pick) => offered[pick % offered.length] ?? []);
      const lasting = kept.filter(({ userId, role }) => userId === id && lots[BAND_ROLES.indexOf(role)] !== 1);
      const served = lasting.flatMap(({ role }) => SERVICES.filter((service) => covers(service, role)).slice(0, 1));
      return { id, firstName, lastName, positions: [...new Set([...served, ...others])] };
    });
    const turns = drafts.flatMap(({ played, isBeyondWish, hasTurn }, index): Turn[] =>
      hasTurn ? [{ userId: `p${index}`, played, of: 3, isBeyondWish }] : [],
    );
    const answers = new Map(people.map((person, index) => [person, drafts[index]?.answer ?? null]));
    const availability = [...answers].flatMap(([person, answer]) => (answer ? entriesFor(person, answer) : []));
    return {
      question: { availability, people, combinablePairs, requiredRoles, isPast: false },
      answers,
      kept,
      turns: new Map(turns.map((turn) => [turn.userId, turn])),
    };
  });

/** A line-up without what a repair leaves as it is: roles that are no longer required. */
function requiredOf({ question }: Pick<Case, "question">, lineUp: KeptLineUp): KeptLineUp {
  return lineUp.filter(({ role }) => question.requiredRoles.includes(role));
}

function idsInOrder(lineUp: KeptLineUp): string[] {
  return lineUp.map(({ role, userId }) => `${role} ${userId}`);
}

function takes({ from, to }: Repair["moves"][number]): BandRole[] {
  return to.filter((role) => !from.includes(role));
}

/** Whether a move waits, over others that are not told yet, for itself. */
function isInCircle(move: Repair["moves"][number], waiting: Repair["moves"]): boolean {
  const before = (one: Repair["moves"][number]) =>
    waiting.filter((other) => other !== one && takes(one).some((role) => other.from.includes(role)));
  const found = new Set(before(move));
  for (const one of found) for (const other of before(one)) found.add(other);
  return found.has(move);
}

// Thousands of arrangements for each of hundreds of teams take time, and the machine may be busy.
describe("a repair, beside every way of sharing out the roles", { timeout: 120_000 }, () => {
  test("is the one line-up that comes first", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { arrangement } = bestOf(one, whoAnswered(one, "present"));
        const { lineUp, open } = repairOf(one.question, one.kept, one.turns);
        expect(idsInOrder(requiredOf(one, lineUp))).toEqual(idsInOrder(lineUpFrom(one.question, arrangement)));
        expect(open).toEqual(one.question.requiredRoles.filter((_, index) => !arrangement[index]));
      }),
      { numRuns: 500 },
    );
  });

  test("tells exactly those whose roles change, and leaves nobody out who could keep all their roles", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { lineUp, moves } = repairOf(one.question, one.kept, one.turns);
        const changed = one.question.people.filter(
          ({ id }) =>
            rolesOfPerson(lineUp, id).length > 0 &&
            rolesOfPerson(lineUp, id).join() !== rolesOfPerson(one.kept, id).join(),
        );
        expect(moves.map(({ person }) => person.id).toSorted()).toEqual(changed.map(({ id }) => id).toSorted());
        for (const { person, from, to } of moves) {
          expect(from).toEqual(rolesOfPerson(one.kept, person.id));
          expect(to).toEqual(rolesOfPerson(lineUp, person.id));
        }
        for (const person of whoAnswered(one, "present")) {
          const before = rolesOfPerson(one.kept, person.id);
          const { requiredRoles, combinablePairs } = one.question;
          const couldStay =
            before.length > 0 &&
            before.every((role) => requiredRoles.includes(role) && holds(person, role)) &&
            isAllowed(before, combinablePairs);
          if (couldStay) expect(rolesOfPerson(lineUp, person.id)).not.toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("tells each move after the role is free, unless people swap roles in a circle", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { moves } = repairOf(one.question, one.kept, one.turns);
        for (const [index, move] of moves.entries()) {
          const waiting = moves.slice(index);
          const isTaken = waiting.slice(1).some(({ from }) => takes(move).some((role) => from.includes(role)));
          if (isTaken) expect(isInCircle(move, waiting)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("has no move where the kept line-up stands under the rules", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { lineUp } = repairOf(one.question, one.kept, one.turns);
        const again = repairOf(one.question, lineUp, one.turns);
        expect(again.moves).toEqual([]);
        expect(again.lineUp).toEqual(lineUp);
        expect(isBroken(one.question, lineUp)).toBe(again.open.length > 0);
      }),
    );
  });

  test("is asked for exactly where a required role has nobody, or somebody who does not come or cannot hold it", () => {
    fc.assert(
      fc.property(anyCase, ({ question, answers, kept }) => {
        const expected = question.requiredRoles.flatMap((role): Fault[] => {
          const userId = kept.find((holding) => holding.role === role)?.userId;
          if (userId === undefined) return [{ role, userId: null, reason: "open" }];
          const person = question.people.find(({ id }) => id === userId);
          const answer = person && answers.get(person);
          if (!person || !answer) return [{ role, userId, reason: "silent" }];
          if (answer === "absent") return [{ role, userId, reason: "absent" }];
          return holds(person, role) ? [] : [{ role, userId, reason: "service" }];
        });
        expect(faultsOf(question, kept)).toEqual(expected);
        expect(isBroken(question, kept)).toBe(expected.length > 0);
      }),
    );
  });

  test("has its price for each yes that helps: the repair with this person, in the same order, beyond a wish last", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const present = whoAnswered(one, "present");
        const now = bestOf(one, present).ranks;
        const expected = whoAnswered(one, null)
          .flatMap((person) => {
            const best = bestOf(one, [...present, person]);
            const { filled, changed, newcomers } = best.ranks;
            const isTold = best.arrangement.includes(person);
            const helps =
              compareLists([...filled, changed, newcomers], [...now.filled, now.changed, now.newcomers]) < 0;
            return isTold && helps ? [{ person, ...best }] : [];
          })
          .map((asked) => ({ ...asked, isBeyondWish: one.turns.get(asked.person.id)?.isBeyondWish ?? false }))
          .toSorted(
            (a, b) =>
              compareLists(a.ranks.filled, b.ranks.filled) ||
              Number(a.isBeyondWish) - Number(b.isBeyondWish) ||
              compareLists(costsIn(a.ranks), costsIn(b.ranks)) ||
              comparePeople(a.person, b.person),
          );
        const prices = pricesOf(one.question, one.kept, one.turns);
        expect(
          prices.map(({ person, isBeyondWish, repair }) => [
            person.id,
            isBeyondWish,
            idsInOrder(requiredOf(one, repair.lineUp)),
          ]),
        ).toEqual(
          expected.map(({ person, isBeyondWish, arrangement }) => [
            person.id,
            isBeyondWish,
            idsInOrder(lineUpFrom(one.question, arrangement)),
          ]),
        );
        for (const { person, repair } of prices) {
          const answered = [...one.question.availability, ...entriesFor(person, "present")];
          if (person.positions.length > 0)
            expect(repair).toEqual(repairOf({ ...one.question, availability: answered }, one.kept, one.turns));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is the same whatever the order of the people, their answers, the pairs and the turns", () => {
    fc.assert(
      fc.property(anyCase, fc.infiniteStream(fc.nat()), ({ question, kept, turns }, numbers) => {
        const shuffled = shuffleBy(numbers);
        const other = shuffledQuestion(question, shuffled);
        const otherTurns = new Map(shuffled(turns));
        expect(repairOf(other, kept, otherTurns)).toEqual(repairOf(question, kept, turns));
        expect(pricesOf(other, kept, otherTurns)).toEqual(pricesOf(question, kept, turns));
      }),
    );
  });

  test("knows the kept line-ups of these tests as ones that a leader can keep", () => {
    fc.assert(
      fc.property(anyCase, ({ kept }) => {
        expect(isKeepable(kept)).toBe(true);
        expect(inRoleOrder(kept.map(({ role }) => role))).toEqual(kept.map(({ role }) => role));
      }),
    );
  });
});
