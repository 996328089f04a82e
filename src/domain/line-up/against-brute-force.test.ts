import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shuffleBy, shuffledQuestion } from "#test/support/planning/shuffled-question.ts";
import { type Answer, type AvailabilityEntry, entriesFor } from "../availability/availability.ts";
import { comparePeople, type Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { answerEffect } from "./answer-effect.ts";
import { type BandRole, covers } from "./band-roles.ts";
import {
  CRITICAL_ROLES,
  type CriticalRole,
  DEFAULT_COMBINABLE_PAIRS,
  missingRoles,
  ROLE_PAIRS,
  type RolePair,
} from "./critical-roles.ts";
import { type PlayQuestion, playState } from "./play-state.ts";
import { type PlayVerdict, playVerdict } from "./play-verdict.ts";
import type { PersonToAsk } from "./whom-to-ask.ts";

// A literal implementation of the definitions: it tries every way in which a few people can share the roles.

/** The holder of each role, in the scale's order; `null` for a role that nobody takes. */
type Arrangement = readonly (Person | null)[];

function holds({ positions }: Person, role: BandRole): boolean {
  return positions.some((position) => covers(position, role));
}

function rolesOf(arrangement: Arrangement, person: Person): CriticalRole[] {
  return CRITICAL_ROLES.filter((_, index) => arrangement[index]?.id === person.id);
}

function filledBy(arrangement: Arrangement): CriticalRole[] {
  return CRITICAL_ROLES.filter((_, index) => arrangement[index]);
}

function isAllowed(taken: readonly CriticalRole[], pairs: readonly RolePair[]): boolean {
  if (taken.length < 2) return true;
  return taken.length === 2 && pairs.some((pair) => pair.every((role) => taken.includes(role)));
}

function everyArrangement(people: readonly Person[], pairs: readonly RolePair[]): Arrangement[] {
  let found: Arrangement[] = [[]];
  for (const role of CRITICAL_ROLES) {
    const takers = [null, ...people.filter((person) => holds(person, role))];
    found = found
      .flatMap((start) => takers.map((taker) => [...start, taker]))
      .filter((arrangement) => {
        const last = arrangement.at(-1);
        return !last || isAllowed(rolesOf(arrangement, last), pairs);
      });
  }
  return found;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, place) => value !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function indexes(roles: readonly CriticalRole[]): number[] {
  return roles.map((role) => CRITICAL_ROLES.indexOf(role));
}

function peopleIn(arrangement: Arrangement): Person[] {
  return [...new Set(arrangement)].filter((person) => person !== null);
}

function doubles(arrangement: Arrangement): number {
  return filledBy(arrangement).length - peopleIn(arrangement).length;
}

function roleCount(person: Person): number {
  return CRITICAL_ROLES.filter((role) => holds(person, role)).length;
}

/** Order: fewest people with two roles; then, role by role, fewest critical roles, last name, first name, id. */
function compareArrangements(a: Arrangement, b: Arrangement): number {
  if (doubles(a) !== doubles(b)) return doubles(a) - doubles(b);
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (!left || !right || left === right) continue;
    return roleCount(left) - roleCount(right) || comparePeople(left, right);
  }
  return 0;
}

interface Analysis {
  readonly all: readonly Arrangement[];
  readonly hasLineUp: boolean;
  readonly mostFilled: number;
  readonly best: Arrangement;
  readonly leftOut: readonly CriticalRole[];
}

function analyse(people: readonly Person[], pairs: readonly RolePair[]): Analysis {
  const all = everyArrangement(people, pairs);
  const mostFilled = Math.max(...all.map((arrangement) => filledBy(arrangement).length));
  const [best = []] = all
    .filter((arrangement) => filledBy(arrangement).length === mostFilled)
    .toSorted((a, b) => compareLists(indexes(filledBy(a)), indexes(filledBy(b))) || compareArrangements(a, b));
  return { all, mostFilled, best, hasLineUp: mostFilled === 7, leftOut: without(CRITICAL_ROLES, filledBy(best)) };
}

function without<T>(list: readonly T[], taken: readonly T[]): T[] {
  return list.filter((item) => !taken.includes(item));
}

/** Compares ids, because a person in an answer is another object than in the list. */
function withoutPerson(people: readonly Person[], { id }: Person): Person[] {
  return people.filter((person) => person.id !== id);
}

function isSolid(people: readonly Person[], pairs: readonly RolePair[]): boolean {
  return people.every((person) => analyse(without(people, [person]), pairs).hasLineUp);
}

function everyRoleSet(): CriticalRole[][] {
  let sets: CriticalRole[][] = [[]];
  for (const role of CRITICAL_ROLES) sets = sets.flatMap((set) => [set, [...set, role]]);
  return sets;
}

function smallestBlocked(people: readonly Person[], { all }: Analysis): { roles: CriticalRole[]; holders: Person[] } {
  const fillable = new Set(all.map((arrangement) => filledBy(arrangement).join()));
  const [roles = []] = everyRoleSet()
    .filter((set) => !fillable.has(set.join()))
    .toSorted((a, b) => a.length - b.length || compareLists(indexes(a), indexes(b)));
  const holders = people.filter((person) => roles.some((role) => holds(person, role)));
  return { roles, holders: holders.toSorted(comparePeople) };
}

// Small teams, in which a line-up is likely: most of the first seven people hold one role each, some hold others, too.

const PLAYED: readonly Service[] = ["Lead", "Batterie", "Bass", "Piano", "Guitare électrique", "Sono", "Pasteur"];

interface Draft {
  readonly hasOwn: boolean;
  readonly others: readonly Service[];
  readonly firstName: string;
  readonly lastName: string;
  readonly answer: Answer | null;
}

const anyDraft: fc.Arbitrary<Draft> = fc.record({
  hasOwn: fc.nat(9).map((number) => number > 0),
  others: fc.oneof(
    fc.constant([]),
    fc.subarray([...PLAYED, "Voix"] as Service[], { minLength: 1, maxLength: 2 }),
    fc.subarray([...PLAYED], { minLength: 2, maxLength: 3 }),
  ),
  firstName: fc.constantFrom("Anna", "Élise", "Zoé"),
  lastName: fc.constantFrom("Colin", "Émery", "Petit"),
  answer: fc.constantFrom<(Answer | null)[]>(
    "present",
    "present",
    "present",
    "present",
    "present",
    "absent",
    null,
    null,
  ),
});

const anyPairs = fc.oneof(
  fc.constant(DEFAULT_COMBINABLE_PAIRS),
  fc.constant([]),
  fc.subarray([...ROLE_PAIRS], { maxLength: 6 }),
);

interface Team {
  readonly question: PlayQuestion;
  readonly present: readonly Person[];
  readonly unanswered: readonly Person[];
}

function teamFrom(drafts: readonly Draft[], combinablePairs: readonly RolePair[]): Team {
  const people = drafts.map(({ hasOwn, others, firstName, lastName }, index): Person => {
    const own = hasOwn ? PLAYED.slice(index % 7, (index % 7) + 1) : [];
    return { id: `p${index}`, firstName, lastName, positions: [...new Set([...own, ...others])] };
  });
  const answered = (answer: Answer | null) => people.filter((_, index) => drafts[index]?.answer === answer);
  const availability: AvailabilityEntry[] = people.flatMap((person, index) => {
    const answer = drafts[index]?.answer;
    return answer ? entriesFor(person, answer) : [];
  });
  return {
    question: { availability, people, combinablePairs, requiredRoles: CRITICAL_ROLES, isPast: false },
    present: answered("present"),
    unanswered: answered(null),
  };
}

const anyTeam = fc
  .tuple(fc.array(anyDraft, { minLength: 6, maxLength: 11, size: "max" }), fc.boolean(), anyPairs)
  .map(([drafts, isEager, pairs]) =>
    teamFrom(isEager ? drafts.map((draft) => ({ ...draft, answer: draft.answer && "present" })) : drafts, pairs),
  );

function stateByDefinition({ question, present, unanswered }: Team): PlayVerdict["state"] {
  const { availability, combinablePairs: pairs } = question;
  if (missingRoles(availability, CRITICAL_ROLES).length === 0) {
    if (!analyse(present, pairs).hasLineUp) return "not_together";
    return isSolid(present, pairs) ? "complete" : "fragile";
  }
  return analyse([...present, ...unanswered], pairs).hasLineUp ? "roles_to_fill" : "out_of_reach";
}

function arrangementIn({ lineUp }: PlayVerdict): Arrangement {
  return CRITICAL_ROLES.map((role) => lineUp.find((holding) => holding.role === role)?.holder ?? null);
}

function askedIn(verdict: PlayVerdict): readonly PersonToAsk[] {
  return verdict.state === "complete" ? [] : verdict.toAsk;
}

// Thousands of arrangements for each of hundreds of teams take time, and the machine may be busy.
describe("the answer, beside every way of sharing out the roles", { timeout: 60_000 }, () => {
  test("has the state that the definitions give, alone and with the rest", () => {
    fc.assert(
      fc.property(anyTeam, (team) => {
        const expected = stateByDefinition(team);
        expect(playState(team.question)).toBe(expected);
        expect(playVerdict(team.question).state).toBe(expected);
      }),
    );
  });

  test("lists the one line-up that comes first, or as many roles as can be filled, the earliest kept", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, present }) => {
        const { best, leftOut } = analyse(present, question.combinablePairs);
        const verdict = playVerdict(question);
        expect(arrangementIn(verdict)).toEqual(best);
        if ("leftOut" in verdict) expect(verdict.leftOut).toEqual(leftOut);
        else expect(leftOut).toEqual([]);
      }),
    );
  });

  test("names exactly those without whom there is no line-up, and what would be left out", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, present }) => {
        const { combinablePairs: pairs } = question;
        const verdict = playVerdict(question);
        if (verdict.state !== "fragile" && verdict.state !== "complete") return;
        const expected = present.flatMap((person) => {
          const { hasLineUp, leftOut } = analyse(without(present, [person]), pairs);
          return hasLineUp ? [] : [{ person, leftOut }];
        });
        const named = verdict.state === "fragile" ? verdict.weakPoints : [];
        expect(named.toSorted((a, b) => comparePeople(a.person, b.person))).toEqual(
          expected.toSorted((a, b) => comparePeople(a.person, b.person)),
        );
      }),
    );
  });

  test("names the smallest set of roles that blocks, and everybody who holds one of them", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, present, unanswered }) => {
        const { combinablePairs: pairs } = question;
        const verdict = playVerdict(question);
        if (verdict.state !== "not_together" && verdict.state !== "out_of_reach") return;
        const people = verdict.state === "not_together" ? present : [...present, ...unanswered];
        const unheld = CRITICAL_ROLES.filter((role) => !people.some((person) => holds(person, role)));
        expect(verdict.blockage).toEqual(
          unheld.length > 0 ? { roles: unheld, holders: [] } : smallestBlocked(people, analyse(people, pairs)),
        );
      }),
    );
  });

  test("asks exactly those whose yes helps: alone sufficient, then more roles, or no longer or less fragile; each by name", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, present, unanswered }) => {
        const { combinablePairs: pairs } = question;
        const verdict = playVerdict(question);
        const now = analyse(present, pairs);
        const keys = verdict.state === "fragile" ? verdict.weakPoints : [];
        const doubledBy = (person: Person) =>
          keys.filter((key) => analyse([...withoutPerson(present, key.person), person], pairs).hasLineUp).length;
        const helpOf = (person: Person): PersonToAsk["help"] | "nothing" => {
          const then = analyse([...present, person], pairs);
          if (then.mostFilled > now.mostFilled) return then.hasLineUp ? "suffices" : "adds_roles";
          if (keys.length > 0 && isSolid([...present, person], pairs)) return "secures";
          return doubledBy(person) > 0 ? "doubles" : "nothing";
        };
        const byName = unanswered.toSorted(comparePeople).map((person) => ({ person, help: helpOf(person) }));
        const expected = [
          ...(["suffices", "adds_roles", "secures"] as const).flatMap((help) =>
            byName.filter((asked) => asked.help === help),
          ),
          ...byName
            .filter(({ help }) => help === "doubles")
            .toSorted((a, b) => doubledBy(b.person) - doubledBy(a.person)),
        ];
        expect(askedIn(verdict).map(({ person, help }) => ({ person, help }))).toEqual(expected);
      }),
    );
  });

  test("whoever covers a missing role is always among those who let more roles be filled", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, unanswered }) => {
        const missing = missingRoles(question.availability, CRITICAL_ROLES);
        const covering = unanswered.filter((person) => missing.some((role) => holds(person, role)));
        const asked = askedIn(playVerdict(question)).map(({ person }) => person.id);
        expect(asked).toEqual(expect.arrayContaining(covering.map(({ id }) => id)));
      }),
    );
  });

  test("tells a chain that works, and no shorter one does", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, present }) => {
        const { combinablePairs: pairs } = question;
        const verdict = playVerdict(question);
        const before = arrangementIn(verdict);
        const rolesBefore = (person: Person) => rolesOf(before, person);
        for (const asked of askedIn(verdict)) {
          if ("standIns" in asked) continue;
          const { all, mostFilled } = analyse([...present, asked.person], pairs);
          const reachable = all.filter((arrangement) => filledBy(arrangement).length === mostFilled);
          const changes = (arrangement: Arrangement) =>
            present.filter((person) => rolesOf(arrangement, person).join() !== rolesBefore(person).join());
          const proposed = reachable.find((arrangement) => {
            const changed = changes(arrangement);
            return (
              rolesOf(arrangement, asked.person).join() === asked.takes.join() &&
              changed.length === asked.moves.length &&
              asked.moves.every(({ person, from, to }) => {
                const stays = rolesBefore(person).join() === from.join();
                return stays && rolesOf(arrangement, person).join() === to.join();
              })
            );
          });
          expect(proposed).toBeDefined();
          expect(filledBy(proposed ?? []).filter((role) => !filledBy(before).includes(role))).toEqual(asked.gains);
          expect(asked.moves.length).toBe(Math.min(...reachable.map((arrangement) => changes(arrangement).length)));
        }
      }),
    );
  });

  test("tells for each absence that would stop everything what a stand-in would take", () => {
    fc.assert(
      fc.property(anyTeam, ({ question, present }) => {
        const verdict = playVerdict(question);
        if (verdict.state !== "fragile") return;
        for (const asked of verdict.toAsk) {
          if (asked.help !== "secures" && asked.help !== "doubles") throw new Error("there is a line-up already");
          const keys = verdict.weakPoints.map(({ person }) => person);
          const doubled = asked.standIns.map(({ absent }) => absent);
          expect(doubled).toEqual(keys.filter((key) => asked.help === "secures" || doubled.includes(key)));
          for (const { absent, takes } of asked.standIns) {
            const { all } = analyse([...withoutPerson(present, absent), asked.person], question.combinablePairs);
            const works = (arrangement: Arrangement) =>
              filledBy(arrangement).length === 7 && rolesOf(arrangement, asked.person).join() === takes.join();
            expect(all.some(works)).toBe(true);
          }
          const taken = CRITICAL_ROLES.filter((role) => asked.standIns.some(({ takes }) => takes.includes(role)));
          expect(asked.takes).toEqual(taken);
        }
      }),
    );
  });

  test("tells of each person what the definitions say their presence changes", () => {
    fc.assert(
      fc.property(anyTeam, fc.nat(), ({ question, present }, number) => {
        const { people, combinablePairs: pairs } = question;
        const me = people[number % people.length] as Person;
        const others = without(present, [me]);
        const mine = CRITICAL_ROLES.filter((role) => holds(me, role));
        const counts = mine.map((role) => ({ role, others: others.filter((person) => holds(person, role)).length }));
        const covered = counts.filter((count) => count.others === 0).map(({ role }) => role);
        const [withMe, withoutMe] = [analyse([...others, me], pairs), analyse(others, pairs)];
        const expected = () => {
          if (mine.length === 0) return { kind: "no_critical_service" };
          if (covered.length > 0) return { kind: "covers", roles: covered };
          if (withMe.mostFilled > withoutMe.mostFilled)
            return { kind: "line_up", isWhole: withMe.hasLineUp, leftOutWithout: withoutMe.leftOut };
          const secures = withMe.hasLineUp && isSolid([...others, me], pairs) && !isSolid(others, pairs);
          return secures ? { kind: "secures" } : { kind: "none", roles: counts };
        };
        expect(answerEffect(question, me)).toEqual(expected());
      }),
    );
  });

  test("is the same whichever of two pairs that serve alike comes first in the group's list", () => {
    const person = (id: string, ...positions: Service[]) => ({ id, firstName: id, lastName: "Colin", positions });
    const present = [person("Anna", "Batterie", "Guitare électrique"), person("Dina", "Guitare électrique", "Bass")];
    const availability = present.flatMap(({ id, positions }) =>
      positions.map((position) => ({ userId: id, userName: id, position, status: "present" as const })),
    );
    const people = [...present, person("Cléa", "Lead", "Batterie", "Bass")];
    const pairs: [CriticalRole, CriticalRole][] = [
      ["Lead", "Batterie"],
      ["Lead", "Bass"],
    ];
    const [one, other] = [pairs, pairs.toReversed()].map((combinablePairs) =>
      playVerdict({ availability, people, combinablePairs, requiredRoles: CRITICAL_ROLES, isPast: false }),
    );
    expect(one).toEqual(other);
  });

  test("is the same whatever the order of the people, their answers and the combinable pairs", () => {
    fc.assert(
      fc.property(anyTeam, fc.infiniteStream(fc.nat()), ({ question }, numbers) => {
        const other = shuffledQuestion(question, shuffleBy(numbers));
        expect(playVerdict(other)).toEqual(playVerdict(question));
      }),
    );
  });
});
