import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import { countedOnce, type PlayQuestion, playState, presentNamesakes } from "./play-state.ts";
import { playVerdict } from "./play-verdict.ts";
import { repairOf } from "./repairing/repair.ts";

const SERVICES = ["Lead", "Batterie", "Bass", "Piano"];

function anna(id: string, ...positions: string[]): Person {
  return { id, firstName: "Anna", lastName: "Petit", positions };
}

function question(present: readonly Person[], overrides: Partial<PlayQuestion> = {}): PlayQuestion {
  return {
    availability: present.flatMap((person) => entriesFor(person, "present")),
    people: present,
    namesakes: [],
    combinablePairs: [["Lead", "Bass"]],
    requiredRoles: ["Batterie", "Bass"],
    isPast: false,
    ...overrides,
  };
}

describe("two people of one name who are perhaps one", () => {
  const [drums, bass] = [anna("1", "Batterie"), anna("2", "Bass")];
  const pair = [["1", "2"]] as const;

  test("can play as two once somebody said that they are different", () => {
    expect(playState(question([drums, bass]))).toBe("fragile");
  });

  test("cannot play as two before", () => {
    const verdict = playVerdict(question([drums, bass], { namesakes: pair }));
    expect(verdict).toMatchObject({ state: "out_of_reach", missing: ["Bass"] });
    expect(playState(question([drums, bass], { namesakes: pair }))).toBe("out_of_reach");
  });

  test("count as the one who holds more of the required roles, in whatever order they answered", () => {
    const both = anna("2", "Bass", "Batterie");
    for (const present of [
      [drums, both],
      [both, drums],
    ]) {
      const { availability } = countedOnce(question(present, { namesakes: pair }));
      expect(new Set(availability.map(({ userId }) => userId))).toEqual(new Set(["2"]));
    }
  });

  test("count as ever when one of them is absent", () => {
    const asked = question([drums], { namesakes: pair });
    const absent = { ...asked, availability: [...asked.availability, ...entriesFor(bass, "absent")] };
    expect(countedOnce(absent)).toEqual(absent);
    expect(presentNamesakes(absent)).toEqual([]);
  });
});

const anyService = fc.constantFrom(...SERVICES);
const anyTeam = fc
  .array(fc.uniqueArray(anyService, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 6 })
  .map((services) => services.map((positions, index) => anna(`p${index}`, ...positions)));

const anyQuestion = anyTeam.chain((team) => {
  const ids = team.map(({ id }) => id);
  const anyPair = fc
    .uniqueArray(fc.constantFrom(...ids), { minLength: 2, maxLength: 2 })
    .map((pair) => pair as [string, string]);
  return fc.record({
    question: fc
      .record({
        namesakes: fc.array(anyPair, { maxLength: 3 }),
        requiredRoles: fc.array(anyService, { maxLength: 4 }),
      })
      .map((overrides) => question(team, overrides)),
    keptIds: fc.subarray(ids),
  });
});

/** Each question in which one of every pair is left out: nobody in it is counted twice. */
function withoutOneOfEach(asked: PlayQuestion): PlayQuestion[] {
  const choices = (asked.namesakes ?? []).reduce<readonly string[][]>(
    (found, pair) => found.flatMap((left) => pair.map((id) => [...left, id])),
    [[]],
  );
  return choices.map((left) => ({
    ...asked,
    namesakes: [],
    availability: asked.availability.filter(({ userId }) => !left.includes(userId)),
  }));
}

describe("whatever the team", () => {
  test("an event is complete only if it is so with one of each pair", () => {
    fc.assert(
      fc.property(anyQuestion, ({ question: asked }) => {
        const state = playState(asked);
        expect(playVerdict(asked).state).toBe(state);
        if (state !== "complete") return;
        expect(withoutOneOfEach(asked).map(playState)).toContain("complete");
      }),
      { numRuns: 500 },
    );
  });

  test("no proposed line-up and no repair has both of a pair", () => {
    fc.assert(
      fc.property(anyQuestion, ({ question: asked, keptIds }) => {
        const kept = asked.requiredRoles.flatMap((role, index) => {
          const userId = keptIds[index];
          return userId === undefined ? [] : [{ role, userId }];
        });
        const holders = [
          playVerdict(asked).lineUp.map(({ holder }) => holder.id),
          repairOf(asked, kept, new Map()).moves.flatMap(({ person, to }) => (to.length > 0 ? [person.id] : [])),
        ];
        for (const ids of holders) {
          expect(asked.namesakes?.filter((pair) => pair.every((id) => ids.includes(id)))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });
});
