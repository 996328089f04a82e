import { describe, expect, test } from "vitest";
import { entriesFor } from "../../availability/availability.ts";
import type { Person } from "../../people/people.ts";
import { SERVICES, type Service } from "../../people/services.ts";
import { BAND_ROLES, type BandRole } from "../band-roles.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "../critical-roles.ts";
import type { KeptLineUp } from "../kept-line-up.ts";
import type { PlayQuestion } from "../play-state.ts";
import type { Turns } from "../turns.ts";
import { faultsOf, isBroken } from "./faults.ts";
import { pricesOf } from "./prices.ts";
import { repairOf } from "./repair.ts";

function person(id: string, ...positions: Service[]): Person {
  return { id, firstName: id, lastName: "Martin", positions };
}

const lea = person("Léa", "Lead", "Bass");
const dan = person("Dan", "Batterie");
const zoe = person("Zoé", "Batterie");
const abel = person("Abel", "Bass");

const ROLES: readonly BandRole[] = ["Lead", "Batterie", "Bass"];
const KEPT: KeptLineUp = [
  { role: "Lead", userId: "Léa" },
  { role: "Batterie", userId: "Dan" },
  { role: "Bass", userId: "Léa" },
];
const NO_TURNS: Turns = new Map();

function question(
  present: readonly Person[],
  { absent = [], silent = [], ...rules }: Partial<PlayQuestion> & Partial<Record<"absent" | "silent", Person[]>> = {},
): PlayQuestion {
  return {
    availability: [
      ...present.flatMap((each) => entriesFor(each, "present")),
      ...absent.flatMap((each) => entriesFor(each, "absent")),
    ],
    people: [...present, ...absent, ...silent],
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: ROLES,
    isPast: false,
    ...rules,
  };
}

function told(of: PlayQuestion, kept = KEPT, turns = NO_TURNS): string[] {
  return repairOf(of, kept, turns).moves.map(
    ({ person: { id }, from, to }) => `${id}: ${from.join("+")} → ${to.join("+")}`,
  );
}

describe("when the group's pairs change", () => {
  const apart = { combinablePairs: [] };

  test("a line-up with a pair that is no longer combinable is not broken", () => {
    expect(isBroken(question([lea, dan, abel], apart), KEPT)).toBe(false);
  });

  test("a repair made for another reason moves the person who has the pair, and only then", () => {
    const dropOut = { absent: [dan] };
    expect(told(question([lea, zoe, abel], dropOut))).toEqual(["Zoé:  → Batterie"]);
    expect(told(question([lea, zoe, abel], { ...dropOut, ...apart }))).toEqual([
      "Léa: Lead+Bass → Lead",
      "Abel:  → Bass",
      "Zoé:  → Batterie",
    ]);
  });

  test("a repair leaves the second role open rather than keep the pair", () => {
    const alone = question([lea, zoe], { absent: [dan], ...apart });
    expect(told(alone)).toEqual(["Léa: Lead+Bass → Lead", "Zoé:  → Batterie"]);
    expect(repairOf(alone, KEPT, NO_TURNS).open).toEqual(["Bass"]);
  });
});

describe("one person who can do all", () => {
  const ali = person("Ali", ...SERVICES);
  const all = { requiredRoles: BAND_ROLES };

  test("takes two roles that go together where nobody else comes", () => {
    const kept: KeptLineUp = [{ role: "Sono", userId: "Ali" }];
    expect(told(question([ali], all), kept)).toEqual(["Ali: Sono → Lead+Batterie"]);
    expect(repairOf(question([ali], all), kept, NO_TURNS).open).toEqual(BAND_ROLES.slice(2));
  });

  test("stays where they are while the others do the rest, and steps in alone where one drops out", () => {
    expect(told(question([lea, dan, ali], { requiredRoles: ROLES }))).toEqual([]);
    expect(told(question([lea, ali], { absent: [dan] }))).toEqual(["Ali:  → Batterie"]);
  });

  test("is the only one worth asking where nobody comes", () => {
    const prices = pricesOf(question([], { absent: [lea, dan], silent: [ali], ...all }), KEPT, NO_TURNS);
    expect(prices.map(({ person: { id }, repair }) => `${id} ${repair.open.length}`)).toEqual([
      `Ali ${BAND_ROLES.length - 2}`,
    ]);
  });
});

describe("everybody absent", () => {
  const nobody = question([], { absent: [lea, dan, zoe, abel] });

  test("each role has an absent person, and the repair leaves all open without a move", () => {
    expect(faultsOf(nobody, KEPT).map(({ reason }) => reason)).toEqual(["absent", "absent", "absent"]);
    expect(repairOf(nobody, KEPT, NO_TURNS)).toEqual({ lineUp: [], moves: [], open: ROLES });
  });

  test("nobody is left to ask", () => {
    expect(pricesOf(nobody, KEPT, NO_TURNS)).toEqual([]);
  });
});

describe("60 present", () => {
  const singers = Array.from({ length: 60 }, (_, index) => person(`singer ${index + 10}`, "Voix", "Violon"));
  const roles: readonly BandRole[] = ["Voix", "Violon"];
  const kept: KeptLineUp = [
    { role: "Voix", userId: "singer 40" },
    { role: "Violon", userId: "singer 41" },
  ];

  test("change nothing while those on the line-up come", () => {
    expect(told(question(singers, { requiredRoles: roles }), kept)).toEqual([]);
  });

  test("stand in by turns, be it the last by name", () => {
    const turns: Turns = new Map(
      singers.map(({ id: userId }) => [
        userId,
        { userId, played: userId === "singer 69" ? 1 : 2, of: 4, isBeyondWish: false },
      ]),
    );
    const present = singers.filter(({ id }) => id !== "singer 40");
    const absent = singers.filter(({ id }) => id === "singer 40");
    expect(told(question(present, { absent, requiredRoles: roles }), kept, turns)).toEqual(["singer 69:  → Voix"]);
  });

  test("of all roles each take one, and the line-up of a full team has no open role", () => {
    const team = Array.from({ length: 60 }, (_, index) =>
      person(`p${index}`, SERVICES[index % SERVICES.length] as Service),
    );
    const { open, lineUp } = repairOf(question(team, { requiredRoles: BAND_ROLES }), [], NO_TURNS);
    expect(open).toEqual([]);
    expect(new Set(lineUp.map(({ userId }) => userId)).size).toBe(BAND_ROLES.length);
  });
});

describe("required roles", () => {
  test("that are none need nobody: nothing is broken, to repair or to ask", () => {
    const none = question([zoe], { absent: [lea, dan], silent: [abel], requiredRoles: [] });
    expect(faultsOf(none, KEPT)).toEqual([]);
    expect(repairOf(none, KEPT, NO_TURNS)).toEqual({ lineUp: [], moves: [], open: [] });
    expect(pricesOf(none, KEPT, NO_TURNS)).toEqual([]);
  });

  test("that nobody in the group holds stay open, and the others keep theirs", () => {
    const unknown = question([lea, dan], { silent: [abel], requiredRoles: [...ROLES, "Pasteur", "Violon"] });
    const { moves, open } = repairOf(unknown, KEPT, NO_TURNS);
    expect([moves, open]).toEqual([[], ["Pasteur", "Violon"]]);
    expect(pricesOf(unknown, KEPT, NO_TURNS)).toEqual([]);
  });
});

describe("turns", () => {
  const bea = person("Béa", "Batterie");

  test("do not bring in somebody beyond their wish, however often the others played", () => {
    const turns: Turns = new Map([
      ["Zoé", { userId: "Zoé", played: 20, of: 20, isBeyondWish: false }],
      ["Béa", { userId: "Béa", played: 0, of: 20, isBeyondWish: true }],
    ]);
    expect(told(question([lea, zoe, bea], { absent: [dan] }), KEPT, turns)).toEqual(["Zoé:  → Batterie"]);
  });
});
