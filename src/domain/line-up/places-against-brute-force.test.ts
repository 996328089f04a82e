import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shuffleBy, shuffledQuestion } from "#test/support/planning/shuffled-question.ts";
import { type Answer, entriesFor } from "../availability/availability.ts";
import { comparePeople, type Person } from "../people/people.ts";
import { SERVICES } from "../people/services.ts";
import { answerEffect } from "./answer-effect.ts";
import { BAND_ROLES, type BandRole, covers, inRoleOrder, placesOf } from "./band-roles.ts";
import { missingRoles, ROLE_PAIRS, type RolePair } from "./critical-roles.ts";
import { isKeepable, type KeptLineUp, rolesOfPerson } from "./kept-line-up.ts";
import { type PlayQuestion, playState } from "./play-state.ts";
import { playVerdict, type PlayVerdict } from "./play-verdict.ts";
import { faultsOf, isBroken } from "./repairing/faults.ts";
import { pricesOf } from "./repairing/prices.ts";
import { repairOf } from "./repairing/repair.ts";
import type { Turn, Turns } from "./turns.ts";

// A literal implementation of the definitions where roles are needed several times: everybody takes nothing, one of their
// roles, or a pair that may be combined, in every possible way.

/** Who takes which roles. Nobody is in it without a role. */
type Sharing = ReadonlyMap<Person, readonly BandRole[]>;

/** Of each sharing, the roles that it fills: they are compared many times. */
const FILLED = new WeakMap<Sharing, BandRole[]>();

function holds({ positions }: Person, role: BandRole): boolean {
  return positions.some((position) => covers(position, role));
}

function distinct(roles: readonly BandRole[]): BandRole[] {
  return [...new Set(roles)];
}

function everySharing(people: readonly Person[], required: readonly BandRole[], pairs: readonly RolePair[]): Sharing[] {
  let found: Sharing[] = [new Map()];
  for (const person of people) {
    const own = distinct(required).filter((role) => holds(person, role));
    const both = pairs.filter((pair) => pair.every((role) => own.includes(role)));
    const parts = [...own.map((role) => [role]), ...both];
    found = found.flatMap((sharing) => [
      sharing,
      ...parts
        .filter((part) => part.every((role) => placesOf(filledBy(sharing), role) < placesOf(required, role)))
        .map((part) => new Map([...sharing, [person, part]])),
    ]);
  }
  return found;
}

function filledBy(sharing: Sharing): BandRole[] {
  const filled = FILLED.get(sharing) ?? inRoleOrder([...sharing.values()].flat());
  FILLED.set(sharing, filled);
  return filled;
}

/** What `filled` lacks of `required`, in the scale's order. */
function without(required: readonly BandRole[], filled: readonly BandRole[]): BandRole[] {
  return distinct(required).flatMap((role) =>
    Array<BandRole>(Math.max(0, placesOf(required, role) - placesOf(filled, role))).fill(role),
  );
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

/** More roles first, then the earliest ones. */
function compareFilled(a: readonly BandRole[], b: readonly BandRole[]): number {
  const indexes = (roles: readonly BandRole[]) => roles.map((role) => BAND_ROLES.indexOf(role as never));
  return b.length - a.length || compareLists(indexes(a), indexes(b));
}

type Compare<T> = (a: T, b: T) => number;

function holdersOf(sharing: Sharing, role: BandRole, compare: Compare<Person>): Person[] {
  return [...sharing].flatMap(([person, roles]) => (roles.includes(role) ? [person] : [])).toSorted(compare);
}

/** Compares the holders, place by place, of two sharings that fill the same roles. */
function compareHolders(a: Sharing, b: Sharing, compare: Compare<Person>): number {
  for (const role of distinct(filledBy(a))) {
    const [left, right] = [holdersOf(a, role, compare), holdersOf(b, role, compare)];
    const index = left.findIndex((person, place) => person !== right[place]);
    if (index >= 0) return compare(left[index] as Person, right[index] as Person);
  }
  return 0;
}

interface Analysis {
  readonly all: readonly Sharing[];
  readonly best: Sharing;
  readonly filled: readonly BandRole[];
  readonly leftOut: readonly BandRole[];
}

function analyse(people: readonly Person[], { requiredRoles, combinablePairs }: PlayQuestion): Analysis {
  const all = everySharing(people, requiredRoles, combinablePairs);
  const doubled = (sharing: Sharing) => filledBy(sharing).length - sharing.size;
  const count = (person: Person) => distinct(requiredRoles).filter((role) => holds(person, role)).length;
  const byPreference: Compare<Person> = (a, b) => count(a) - count(b) || comparePeople(a, b);
  const best = all.reduce((first, next) => {
    const order =
      compareFilled(filledBy(next), filledBy(first)) ||
      doubled(next) - doubled(first) ||
      compareHolders(next, first, byPreference);
    return order < 0 ? next : first;
  });
  return { all, best, filled: filledBy(best), leftOut: without(requiredRoles, filledBy(best)) };
}

/** « Voix p1 », sorted: places of one role are the same. */
function takenIn(sharing: Sharing): string[] {
  return [...sharing].flatMap(([{ id }, roles]) => roles.map((role) => `${role} ${id}`)).toSorted();
}

function keptIn(lineUp: KeptLineUp): string[] {
  return lineUp.map(({ role, userId }) => `${role} ${userId}`).toSorted();
}

interface Case {
  readonly question: PlayQuestion;
  readonly present: readonly Person[];
  readonly unanswered: readonly Person[];
  readonly kept: KeptLineUp;
  readonly turns: Turns;
}

const MOST_PLACES = 9;
const MOST_PEOPLE = 9;

/** Few roles, and so several places of each: at most nine places in all. */
const anyRequired = fc
  .array(fc.tuple(fc.constantFrom("Lead", "Batterie", "Guitare", "Voix", "Violon"), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((drawn) => {
    const counts = new Map(drawn as [BandRole, number][]);
    return inRoleOrder([...counts].flatMap(([role, count]) => Array<BandRole>(count).fill(role))).slice(0, MOST_PLACES);
  });

const anyPerson = fc.record({
  firstName: fc.constantFrom("Anna", "Élise", "Zoé"),
  lastName: fc.constantFrom("Colin", "Petit"),
  picks: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  answer: fc.constantFrom<(Answer | null)[]>("present", "present", "present", "present", "present", "absent", null),
  isKept: fc.boolean(),
  keptPick: fc.nat(),
  played: fc.nat(3),
  isBeyondWish: fc.boolean(),
});

const anyCase: fc.Arbitrary<Case> = fc
  .tuple(
    fc.array(anyPerson, { minLength: 3, maxLength: MOST_PEOPLE, size: "max" }),
    anyRequired,
    fc.subarray([...ROLE_PAIRS], { maxLength: 8 }),
  )
  .map(([drafts, requiredRoles, combinablePairs]) => {
    const offered = SERVICES.filter((service) => requiredRoles.some((role) => covers(service, role)));
    const people = drafts.map(({ firstName, lastName, picks }, index): Person => {
      const positions = picks.flatMap((pick) => offered[pick % offered.length] ?? []);
      return { id: `p${index}`, firstName, lastName, positions: [...new Set(positions)] };
    });
    const kept: { role: BandRole; userId: string }[] = [];
    for (const [index, { isKept, keptPick }] of drafts.entries()) {
      const role = requiredRoles[keptPick % requiredRoles.length] as BandRole;
      if (isKept) kept.push({ role, userId: `p${index}` });
    }
    const answered = (answer: Answer | null) => people.filter((_, index) => drafts[index]?.answer === answer);
    const availability = people.flatMap((person, index) => {
      const answer = drafts[index]?.answer;
      return answer ? entriesFor(person, answer) : [];
    });
    const turns = drafts.map(({ played, isBeyondWish }, index): [string, Turn] => [
      `p${index}`,
      { userId: `p${index}`, played, of: 3, isBeyondWish },
    ]);
    return {
      question: { availability, people, combinablePairs, requiredRoles, isPast: false },
      present: answered("present"),
      unanswered: answered(null),
      // Sometimes more of a role were kept than are needed now.
      kept: BAND_ROLES.flatMap((role) => kept.filter((holding) => holding.role === role)),
      turns: new Map(turns),
    };
  });

function others(people: readonly Person[], { id }: Person): Person[] {
  return people.filter((person) => person.id !== id);
}

function isSolid(people: readonly Person[], question: PlayQuestion): boolean {
  return people.every((person) => analyse(others(people, person), question).leftOut.length === 0);
}

function lackingIn(people: readonly Person[], { requiredRoles }: PlayQuestion): BandRole[] {
  const held = distinct(requiredRoles).flatMap((role) =>
    people.filter((person) => holds(person, role)).map(() => role),
  );
  return without(requiredRoles, held);
}

function stateByDefinition({ question, present, unanswered }: Case): PlayVerdict["state"] {
  if (lackingIn(present, question).length > 0) {
    const { leftOut } = analyse([...present, ...unanswered], question);
    return leftOut.length === 0 ? "roles_to_fill" : "out_of_reach";
  }
  if (analyse(present, question).leftOut.length > 0) return "not_together";
  return isSolid(present, question) ? "complete" : "fragile";
}

interface Ranked {
  readonly sharing: Sharing;
  readonly filled: readonly BandRole[];
  readonly costs: readonly number[];
}

/** Fewest changes, newcomers, newcomers beyond their wish, plays of newcomers, people left out. */
function costsOf({ kept, turns }: Case, sharing: Sharing): number[] {
  const changed = [...sharing].filter(
    ([{ id }, roles]) => inRoleOrder(roles).join() !== rolesOfPerson(kept, id).join(),
  );
  const newcomers = changed.filter(([{ id }]) => rolesOfPerson(kept, id).length === 0).map(([{ id }]) => turns.get(id));
  const before = new Set(kept.map(({ userId }) => userId));
  const leftOut = [...before].filter((userId) => ![...sharing.keys()].some(({ id }) => id === userId)).length;
  const played = newcomers.reduce((sum, turn) => sum + (turn?.played ?? 0), 0);
  const beyond = newcomers.filter((turn) => turn?.isBeyondWish === true).length;
  return [changed.length + leftOut, newcomers.length, beyond, played, leftOut];
}

function bestRepair(one: Case, present: readonly Person[]): Ranked {
  const { requiredRoles, combinablePairs } = one.question;
  return everySharing(present, requiredRoles, combinablePairs)
    .map((sharing) => ({ sharing, filled: filledBy(sharing), costs: costsOf(one, sharing) }))
    .reduce((first, next) => {
      const order =
        compareFilled(next.filled, first.filled) ||
        compareLists(next.costs, first.costs) ||
        compareHolders(next.sharing, first.sharing, comparePeople);
      return order < 0 ? next : first;
    });
}

describe("roles needed several times, beside every way of sharing them out", { timeout: 120_000 }, () => {
  test("the state, the line-up and what it leaves out are those of the definitions", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { question, present } = one;
        const verdict = playVerdict(question);
        const state = stateByDefinition(one);
        expect([playState(question), verdict.state]).toEqual([state, state]);
        expect(missingRoles(question.availability, question.requiredRoles)).toEqual(lackingIn(present, question));
        const { best, leftOut } = analyse(present, question);
        expect(verdict.lineUp.map(({ role, holder }) => `${role} ${holder.id}`).toSorted()).toEqual(takenIn(best));
        expect(verdict.lineUp.map(({ role }) => role)).toEqual(filledBy(best));
        if ("leftOut" in verdict) expect(verdict.leftOut).toEqual(leftOut);
      }),
      { numRuns: 500 },
    );
  });

  test("whom it depends on, what blocks it, and whose yes helps, are those of the definitions", () => {
    fc.assert(
      fc.property(anyCase, ({ question, present, unanswered }) => {
        const verdict = playVerdict(question);
        if (verdict.state === "complete") return;
        const now = analyse(present, question);
        const keys = present.filter((person) => analyse(others(present, person), question).leftOut.length > 0);
        if (verdict.state === "fragile") {
          for (const { person, leftOut } of verdict.weakPoints)
            expect(leftOut).toEqual(analyse(others(present, person), question).leftOut);
          expect(verdict.weakPoints.map(({ person }) => person.id).toSorted()).toEqual(
            keys.map(({ id }) => id).toSorted(),
          );
        }
        if (verdict.state === "out_of_reach") {
          const lacking = lackingIn([...present, ...unanswered], question);
          if (lacking.length > 0) expect(verdict.blockage).toEqual({ roles: lacking, holders: [] });
          expect(verdict.heldByNobody).toEqual(lackingIn(question.people, question));
        }
        const helps = unanswered.filter((person) => {
          const then = analyse([...present, person], question);
          if (verdict.state !== "fragile") return then.filled.length > now.filled.length;
          return keys.some((key) => analyse([...others(present, key), person], question).leftOut.length === 0);
        });
        expect(verdict.toAsk.map(({ person }) => person.id).toSorted()).toEqual(helps.map(({ id }) => id).toSorted());
        for (const asked of verdict.toAsk) {
          if ("standIns" in asked) continue;
          const { all } = analyse([...present, asked.person], question);
          const most = Math.max(...all.map((sharing) => filledBy(sharing).length));
          const changes = (sharing: Sharing) =>
            present.filter((person) => sharing.get(person)?.join() !== now.best.get(person)?.join()).length;
          const reachable = all.filter((sharing) => filledBy(sharing).length === most);
          expect(asked.moves.length).toBe(Math.min(...reachable.map(changes)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("what one's presence changes is what the definitions say", () => {
    fc.assert(
      fc.property(anyCase, fc.nat(), ({ question, present }, number) => {
        const me = question.people[number % question.people.length] as Person;
        const rest = others(present, me);
        const effect = answerEffect(question, me);
        const before = lackingIn(rest, question);
        const covered = without(before, lackingIn([...rest, me], question));
        const sharesOf = (role: BandRole) => {
          const needed = placesOf(question.requiredRoles, role);
          const count = rest.filter((person) => holds(person, role)).length;
          return needed > 1 ? [{ role, others: count, needed }] : [];
        };
        const several = covered.flatMap(sharesOf);
        const shares = several.length > 0 ? { several } : {};
        if (covered.length > 0) expect(effect).toEqual({ kind: "covers", roles: covered, ...shares });
        else expect(effect.kind).not.toBe("covers");
        const gains = analyse([...rest, me], question).filled.length > analyse(rest, question).filled.length;
        if (covered.length === 0) expect(effect.kind === "line_up").toBe(gains);
      }),
      { numRuns: 300 },
    );
  });

  test("a repair is the one that comes first, and can be kept; the price of each yes is the repair with it", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { question, kept, turns, present, unanswered } = one;
        const { sharing, filled } = bestRepair(one, present);
        const { lineUp, open, moves } = repairOf(question, kept, turns);
        const required = lineUp.filter(({ userId }) => [...sharing.keys()].some(({ id }) => id === userId));
        expect(keptIn(required)).toEqual(takenIn(sharing));
        expect(open).toEqual(without(question.requiredRoles, filled));
        expect(moves.map(({ person }) => person.id).toSorted()).toEqual(
          [...sharing]
            .filter(([{ id }, roles]) => roles.join() !== rolesOfPerson(kept, id).join())
            .map(([{ id }]) => id)
            .toSorted(),
        );
        expect(isKeepable(lineUp, [...question.requiredRoles, ...kept.map(({ role }) => role)])).toBe(true);
        expect(repairOf(question, lineUp, turns).lineUp).toEqual(lineUp);
        expect(isBroken(question, lineUp)).toBe(open.length > 0);
        for (const { person, repair } of pricesOf(question, kept, turns)) {
          expect(unanswered).toContain(person);
          const availability = [...question.availability, ...entriesFor(person, "present")];
          expect(repair).toEqual(repairOf({ ...question, availability }, kept, turns));
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a kept line-up lacks as many places of a role as are needed beyond those who come and hold it", () => {
    fc.assert(
      fc.property(anyCase, ({ question, kept, present }) => {
        const faults = faultsOf(question, kept);
        for (const role of distinct(question.requiredRoles)) {
          const holders = kept.filter((holding) => holding.role === role);
          const standing = holders.filter(({ userId }) =>
            present.some((person) => person.id === userId && holds(person, role)),
          );
          const lacking = Math.max(0, placesOf(question.requiredRoles, role) - standing.length);
          expect(faults.filter((fault) => fault.role === role)).toHaveLength(lacking);
        }
      }),
    );
  });

  test("nothing depends on the order of the people, their answers, the pairs, and of those in one role", () => {
    fc.assert(
      fc.property(anyCase, fc.infiniteStream(fc.nat()), ({ question, kept, turns }, numbers) => {
        const shuffled = shuffleBy(numbers);
        const other = shuffledQuestion(question, shuffled);
        expect(playVerdict(other, turns)).toEqual(playVerdict(question, turns));
        const mixed = BAND_ROLES.flatMap((role) => shuffled(kept.filter((holding) => holding.role === role)));
        const [one, two] = [repairOf(question, kept, turns), repairOf(other, mixed, turns)];
        expect(keptIn(two.lineUp)).toEqual(keptIn(one.lineUp));
        expect(two.moves).toEqual(one.moves);
        const priced = (of: PlayQuestion, from: KeptLineUp) =>
          pricesOf(of, from, turns).map(({ person, repair }) => [person, keptIn(repair.lineUp), repair.moves]);
        expect(priced(other, mixed)).toEqual(priced(question, kept));
      }),
    );
  });
});
