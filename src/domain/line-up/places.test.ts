import { describe, expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import { answerEffect } from "./answer-effect.ts";
import { BAND_ROLES, type BandRole, hasSeveral, inRoleOrder, missingPlaces, PLACES_MAX } from "./band-roles.ts";
import { benchOf, whoCouldJoin } from "./bench.ts";
import { DEFAULT_COMBINABLE_PAIRS, missingRoles } from "./critical-roles.ts";
import { isKeepable, type KeptLineUp, nextPlaces, placesShown } from "./kept-line-up.ts";
import { type PlayQuestion, playState } from "./play-state.ts";
import { playVerdict } from "./play-verdict.ts";
import { scaleOfRoles } from "./players/role-sets.ts";
import { faultsOf, isBroken } from "./repairing/faults.ts";
import { repairOf } from "./repairing/repair.ts";

function person(id: string, ...positions: string[]): Person {
  return { id, firstName: id, lastName: "Petit", positions };
}

const anna = person("anna", "Voix");
const ben = person("ben", "Voix");
const cleo = person("cleo", "Voix");
const lea = person("lea", "Lead", "Voix");

function question(requiredRoles: readonly BandRole[], present: readonly Person[], silent: readonly Person[] = []) {
  const availability = present.flatMap((each) => entriesFor(each, "present"));
  const people = [...present, ...silent];
  const combinablePairs = DEFAULT_COMBINABLE_PAIRS;
  return { availability, people, combinablePairs, requiredRoles, isPast: false } satisfies PlayQuestion;
}

function kept(...holdings: (readonly [BandRole, Person])[]): KeptLineUp {
  return holdings.map(([role, { id }]) => ({ role, userId: id }));
}

const NO_TURNS = new Map();

describe("a role that is needed twice", () => {
  const two: BandRole[] = ["Voix", "Voix"];

  test("lacks as many people as do not come, and is covered by two", () => {
    expect(missingRoles(question(two, []).availability, two)).toEqual(["Voix", "Voix"]);
    expect(missingRoles(question(two, [anna]).availability, two)).toEqual(["Voix"]);
    expect(missingRoles(question(two, [anna, ben]).availability, two)).toEqual([]);
    expect(playState(question(two, [anna], [ben]))).toBe("roles_to_fill");
    expect(playState(question(two, [anna]))).toBe("out_of_reach");
    expect(playState(question(two, [anna, ben]))).toBe("fragile");
    expect(playState(question(two, [anna, ben, cleo]))).toBe("complete");
  });

  test("is `Guitare`, covered by an acoustic and an electric player, or by two electric ones", () => {
    const guitars: BandRole[] = ["Guitare", "Guitare"];
    const [one, other] = [person("one", "Guitare électrique"), person("other", "Guitare électrique")];
    const acoustic = person("acoustic", "Guitare acoustique");
    expect(playState(question(guitars, [one, acoustic]))).toBe("fragile");
    expect(playState(question(guitars, [one, other]))).toBe("fragile");
    expect(playVerdict(question(guitars, [one, acoustic])).lineUp.map(({ holder }) => holder.id)).toEqual([
      "acoustic",
      "one",
    ]);
  });

  test("is not covered by one person with both guitars: nobody holds two places", () => {
    const guitars: BandRole[] = ["Guitare", "Guitare"];
    const both = person("both", "Guitare électrique", "Guitare acoustique");
    expect(missingRoles(question(guitars, [both]).availability, guitars)).toEqual(["Guitare"]);
    expect(playState(question(guitars, [both]))).toBe("out_of_reach");
  });

  test("is held, but not together with the lead, where one of two singers leads as well", () => {
    const roles: BandRole[] = ["Lead", "Voix", "Voix"];
    expect(playState(question(roles, [lea, anna]))).toBe("not_together");
    expect(playVerdict(question(roles, [lea, anna]))).toMatchObject({
      leftOut: ["Voix"],
      blockage: { roles: ["Lead", "Voix", "Voix"], holders: [anna, lea] },
    });
    expect(playVerdict(question(roles, [lea, anna], [ben])).state).toBe("not_together");
    expect(playState(question(roles, [lea, anna, ben]))).toBe("fragile");
  });

  test("depends on whoever comes, as long as no third one does", () => {
    expect(answerEffect(question(two, [anna]), ben)).toEqual({
      kind: "covers",
      roles: ["Voix"],
      several: [{ role: "Voix", others: 1, needed: 2 }],
    });
    expect(answerEffect(question(two, [anna, ben]), cleo)).toMatchObject({ kind: "secures" });
  });

  test("is once on the bench, with too few, just enough, or several people", () => {
    expect(benchOf([anna], two)).toEqual([{ role: "Voix", depth: "one", holders: [anna], needed: 2 }]);
    expect(benchOf([anna, ben], two)[0]?.depth).toBe("one");
    expect(benchOf([anna, ben, cleo], two)[0]?.depth).toBe("several");
  });
});

describe("16 places", () => {
  const thirteen = BAND_ROLES.slice(0, 13);
  const roles = inRoleOrder([...thirteen, "Voix", "Voix", "Guitare"]);

  test("and nobody: all are missing, and out of reach", () => {
    expect(roles).toHaveLength(PLACES_MAX);
    expect(missingRoles([], roles)).toEqual(roles);
    expect(playVerdict(question(roles, []))).toMatchObject({
      state: "out_of_reach",
      lineUp: [],
      leftOut: roles,
      heldByNobody: roles,
    });
    expect(faultsOf(question(roles, []), [])).toHaveLength(PLACES_MAX);
  });

  test("have as many sets as there are choices of each role's places, no place being told from another", () => {
    const scale = scaleOfRoles(roles);
    expect(scale.sets).toHaveLength(2 ** 11 * 4 * 3);
    expect(scale.rolesIn(scale.setOf(["Voix", "Guitare", "Voix"]))).toEqual(["Guitare", "Voix", "Voix"]);
    expect(scale.rolesIn(scale.without(scale.all, scale.setOf(["Voix"])))).toEqual(
      inRoleOrder([...thirteen, "Voix", "Guitare"]),
    );
  });
});

test("among equal line-ups the first by name counts, in the last places of a long one, too", () => {
  const others = BAND_ROLES.slice(0, 7).map((role) => person(role, role === "Guitare" ? "Guitare acoustique" : role));
  const [one, two] = [person("one", "Voix", "Clavier"), person("two", "Voix", "Clavier")];
  const roles = inRoleOrder([...BAND_ROLES.slice(0, 7), "Voix", "Clavier"]);
  const { lineUp } = playVerdict(question(roles, [...others, two, one]));
  expect(lineUp.slice(7)).toEqual([
    { role: "Voix", holder: one },
    { role: "Clavier", holder: two },
  ]);
});

test("who could join is named with each role once", () => {
  const group = { people: [anna], members: [], availability: [] };
  expect(whoCouldJoin(["Voix", "Voix"], group)).toEqual([{ person: anna, roles: ["Voix"] }]);
});

describe("a kept line-up with places", () => {
  test("has 16 at most", () => {
    const long = inRoleOrder([...BAND_ROLES.slice(0, 13), "Voix", "Voix", "Guitare", "Lead"]);
    const lineUp = long.map((role, index) => ({ role, userId: `p${index}` }));
    expect(isKeepable(lineUp, long)).toBe(false);
    expect(isKeepable(lineUp.slice(1), long)).toBe(true);
  });

  test("has no role more often than it has places, and nobody twice in one role", () => {
    const pair = kept(["Voix", anna], ["Voix", ben]);
    expect(isKeepable(pair)).toBe(false);
    expect(isKeepable(pair, ["Voix", "Voix"])).toBe(true);
    expect(isKeepable([...pair, ...kept(["Voix", cleo])], ["Voix", "Voix"])).toBe(false);
    expect(isKeepable(kept(["Voix", anna], ["Voix", anna]), ["Voix", "Voix"])).toBe(false);
  });

  test("keeps who stays in their place, and a newcomer takes that of who leaves", () => {
    const before = kept(["Voix", anna], ["Voix", ben]);
    expect(nextPlaces(before, kept(["Voix", ben], ["Voix", cleo]))).toEqual(kept(["Voix", cleo], ["Voix", ben]));
    expect(nextPlaces(before, kept(["Voix", ben]))).toEqual([undefined, { role: "Voix", userId: "ben" }]);
    expect(nextPlaces([], kept(["Voix", ben]))).toEqual(kept(["Voix", ben]));
  });

  test("is repaired where one of two drops out, and tells only the newcomer", () => {
    const of = question(["Voix", "Voix"], [ben, cleo]);
    const before = kept(["Voix", anna], ["Voix", ben]);
    expect(faultsOf(of, before)).toEqual([{ role: "Voix", userId: "anna", reason: "silent" }]);
    expect(repairOf(of, before, NO_TURNS)).toEqual({
      lineUp: kept(["Voix", cleo], ["Voix", ben]),
      moves: [{ person: cleo, from: [], to: ["Voix"] }],
      open: [],
    });
  });

  test("stands where fewer are needed now, and a repair leaves whoever is no longer needed", () => {
    const before = kept(["Lead", lea], ["Voix", anna], ["Voix", ben], ["Voix", cleo]);
    const roles: BandRole[] = ["Lead", "Voix", "Voix"];
    expect(isBroken(question(roles, [lea, anna, ben, cleo]), before)).toBe(false);
    expect(isBroken(question(roles, [lea, anna, cleo]), before)).toBe(false);
    expect(placesShown(before, roles)).toEqual(["Lead", "Voix", "Voix", "Voix"]);
    const other = person("other", "Lead");
    expect(repairOf(question(roles, [other, anna, ben, cleo]), before, NO_TURNS)).toMatchObject({
      lineUp: kept(["Lead", other], ["Voix", anna], ["Voix", ben], ["Voix", cleo]),
      open: [],
    });
  });

  test("has an open place where a page that knows one place of a role kept it", () => {
    const before = kept(["Voix", anna]);
    const of = question(["Voix", "Voix"], [anna, ben]);
    expect(faultsOf(of, before)).toEqual([{ role: "Voix", userId: null, reason: "open" }]);
    expect(repairOf(of, before, NO_TURNS).lineUp).toEqual(kept(["Voix", anna], ["Voix", ben]));
  });
});

test("the last places of a role are those that are missing", () => {
  expect(missingPlaces(["Lead", "Voix", "Voix", "Voix"], ["Voix", "Voix"])).toEqual([false, false, true, true]);
});

test("roles of which one is needed several times are told from roles that are all needed once", () => {
  expect([hasSeveral(["Lead", "Voix", "Voix"]), hasSeveral(["Lead", "Voix"]), hasSeveral([])]).toEqual([
    true,
    false,
    false,
  ]);
});
