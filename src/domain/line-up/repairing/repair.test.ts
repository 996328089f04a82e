import { describe, expect, test } from "vitest";
import { type AvailabilityEntry, entriesFor } from "../../availability/availability.ts";
import { comparePeople, fullName, type Person } from "../../people/people.ts";
import type { Service } from "../../people/services.ts";
import type { BandRole } from "../band-roles.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS } from "../critical-roles.ts";
import type { KeptLineUp } from "../kept-line-up.ts";
import type { PlayQuestion } from "../play-state.ts";
import type { Turns } from "../turns.ts";
import { faultsOf, isBroken } from "./faults.ts";
import { pricesOf } from "./prices.ts";
import { repairOf } from "./repair.ts";

function person(name: string, ...positions: Service[]): Person {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { id: firstName, firstName, lastName, positions };
}

const lea = person("Léa Colin", "Lead");
const dan = person("Dan Morel", "Batterie");
const paul = person("Paul Garnier", "Bass", "Batterie");
const anna = person("Anna Petit", "Bass");
const nils = person("Nils Abel", "Bass");
const sam = person("Sam Roux", "Sono");

const ROLES: readonly BandRole[] = ["Lead", "Batterie", "Bass"];
const KEPT: KeptLineUp = [
  { role: "Lead", userId: "Léa" },
  { role: "Batterie", userId: "Dan" },
  { role: "Bass", userId: "Paul" },
];
const NO_TURNS: Turns = new Map();

function question(
  present: readonly Person[],
  others: { readonly absent?: readonly Person[]; readonly silent?: readonly Person[] } = {},
  requiredRoles = ROLES,
): PlayQuestion {
  const { absent = [], silent = [] } = others;
  const availability: AvailabilityEntry[] = [
    ...present.flatMap((each) => entriesFor(each, "present")),
    ...absent.flatMap((each) => entriesFor(each, "absent")),
  ];
  const people = [...present, ...absent, ...silent];
  return { availability, people, combinablePairs: DEFAULT_COMBINABLE_PAIRS, requiredRoles, isPast: false };
}

function turnsWith(turns: Readonly<Record<string, { played: number; isBeyondWish?: boolean }>>): Turns {
  return new Map(
    Object.entries(turns).map(([userId, { played, isBeyondWish = false }]) => [
      userId,
      { userId, played, of: 4, isBeyondWish },
    ]),
  );
}

function told(of: PlayQuestion, kept = KEPT, turns = NO_TURNS): string[] {
  return repairOf(of, kept, turns).moves.map(
    ({ person: each, from, to }) => `${fullName(each)}: ${from.join("+")} → ${to.join("+")}`,
  );
}

describe("a kept line-up", () => {
  test("stands while everybody on it comes with their service", () => {
    const all = question([lea, dan, paul, anna]);
    expect(faultsOf(all, KEPT)).toEqual([]);
    expect(isBroken(all, KEPT)).toBe(false);
    expect(repairOf(all, KEPT, NO_TURNS)).toEqual({ lineUp: KEPT, moves: [], open: [] });
  });

  test("loses nobody in a repair for a role that is no longer required, unless they do not come or take another role", () => {
    const kept: KeptLineUp = [...KEPT, { role: "Sono", userId: "Sam" }];
    const { lineUp } = repairOf(question([lea, dan, anna, sam]), kept, NO_TURNS);
    expect(lineUp).toEqual([KEPT[0], KEPT[1], { role: "Bass", userId: "Anna" }, kept[3]]);
    expect(repairOf(question([lea, dan, anna]), kept, NO_TURNS).lineUp).not.toContainEqual(kept[3]);
    const withoutService = person("Sam Roux", "Voix");
    expect(repairOf(question([lea, dan, withoutService]), kept, NO_TURNS).lineUp).not.toContainEqual(kept[3]);
    const both = person("Sam Roux", "Sono", "Bass");
    expect(repairOf(question([lea, dan, both]), kept, NO_TURNS).lineUp).toEqual([
      KEPT[0],
      KEPT[1],
      { role: "Bass", userId: "Sam" },
    ]);
  });

  test("leaves somebody two roles that are no longer required, where one person may have both", () => {
    const kept: KeptLineUp = [
      { role: "Lead", userId: "Léa" },
      { role: "Bass", userId: "Léa" },
    ];
    const both = { ...lea, positions: ["Lead", "Bass"] as Service[] };
    const of = question([both, dan], {}, ["Batterie"]);
    expect(repairOf(of, kept, NO_TURNS).lineUp).toEqual([kept[0], { role: "Batterie", userId: "Dan" }, kept[1]]);
    const drummerOnly = [{ role: "Batterie", userId: "Dan" }];
    for (const combinablePairs of [[], [["Lead", "Batterie"]]] satisfies PlayQuestion["combinablePairs"][]) {
      expect(repairOf({ ...of, combinablePairs }, kept, NO_TURNS).lineUp).toEqual(drummerOnly);
    }
    expect(repairOf(question([lea, dan], {}, ["Batterie"]), kept, NO_TURNS).lineUp).toEqual(drummerOnly);
  });

  test("leaves nobody with a part of their roles and untold: whoever loses a required one is off the line-up", () => {
    const kept: KeptLineUp = [
      { role: "Lead", userId: "Léa" },
      { role: "Batterie", userId: "Léa" },
      { role: "Sono", userId: "Abel" },
    ];
    const both = { ...lea, positions: ["Lead", "Batterie"] as Service[] };
    const abel = person("Abel Abel", "Sono", "Lead");
    const { lineUp, moves } = repairOf(question([both, abel], {}, ["Lead"]), kept, NO_TURNS);
    expect(moves.map(({ person: each, to }) => [each.id, to])).toEqual([["Abel", ["Lead"]]]);
    expect(lineUp).toEqual([{ role: "Lead", userId: "Abel" }]);
  });

  test("is broken by an absence, a missing answer, a service that is gone and an open role", () => {
    const broken = question([{ ...lea, positions: ["Voix"] }], { absent: [dan], silent: [paul] }, [...ROLES, "Sono"]);
    expect(faultsOf(broken, KEPT)).toEqual([
      { role: "Lead", userId: "Léa", reason: "service" },
      { role: "Batterie", userId: "Dan", reason: "absent" },
      { role: "Bass", userId: "Paul", reason: "silent" },
      { role: "Sono", userId: null, reason: "open" },
    ]);
    expect(isBroken(broken, KEPT)).toBe(true);
  });

  test("is not broken by the absence of somebody whose role is no longer required", () => {
    const fewer = question([lea, paul], { absent: [dan] }, ["Lead", "Bass"]);
    expect(isBroken(fewer, KEPT)).toBe(false);
  });

  test("stands where no role is required", () => {
    const none = question([], { absent: [lea, dan, paul] }, []);
    expect(isBroken(none, KEPT)).toBe(false);
    expect(repairOf(none, KEPT, NO_TURNS)).toEqual({ lineUp: [], moves: [], open: [] });
  });
});

describe("a repair", () => {
  test("moves one and brings in one, told in the order in which the roles get free", () => {
    expect(told(question([lea, paul, anna], { absent: [dan] }))).toEqual([
      "Paul Garnier: Bass → Batterie",
      "Anna Petit:  → Bass",
    ]);
  });

  test("brings in a newcomer alone where this changes fewer people", () => {
    const drummer = person("Zoé Zola", "Batterie");
    expect(told(question([lea, paul, anna, drummer], { absent: [dan] }))).toEqual(["Zoé Zola:  → Batterie"]);
  });

  test("brings in a newcomer alone rather than change two people who are on it", () => {
    const leading = { ...lea, positions: ["Lead", "Bass"] as Service[] };
    const drummer = person("Zoé Zola", "Batterie");
    const turns = turnsWith({ Zoé: { played: 9, isBeyondWish: true } });
    expect(told(question([leading, paul, drummer], { absent: [dan] }), KEPT, turns)).toEqual(["Zoé Zola:  → Batterie"]);
  });

  test("gives somebody on the line-up a second role before it brings in a newcomer", () => {
    const both = { ...lea, positions: ["Lead", "Batterie"] as Service[] };
    const drummer = person("Zoé Zola", "Batterie");
    expect(told(question([both, paul, drummer], { absent: [dan] }))).toEqual(["Léa Colin: Lead → Lead+Batterie"]);
  });

  test("brings in the one who played least, and those beyond their wish last; else the first by name", () => {
    const drop = question([lea, dan, anna, nils], { absent: [paul] });
    expect(told(drop)).toEqual(["Nils Abel:  → Bass"]);
    expect(told(drop, KEPT, turnsWith({ Nils: { played: 2 }, Anna: { played: 1 } }))).toEqual(["Anna Petit:  → Bass"]);
    const beyond = turnsWith({ Nils: { played: 3 }, Anna: { played: 0, isBeyondWish: true } });
    expect(told(drop, KEPT, beyond)).toEqual(["Nils Abel:  → Bass"]);
  });

  test("lets those beyond their wish play where nobody else can", () => {
    const turns = turnsWith({ Anna: { played: 3, isBeyondWish: true } });
    expect(told(question([lea, dan, anna], { absent: [paul] }), KEPT, turns)).toEqual(["Anna Petit:  → Bass"]);
  });

  test("counts newcomers before turns, and turns of all newcomers together", () => {
    const turns = turnsWith({ Anna: { played: 4 }, Zoé: { played: 9 } });
    const drummer = person("Zoé Zola", "Batterie", "Bass");
    expect(told(question([lea, anna, drummer], { absent: [dan, paul] }), KEPT, turns)).toEqual([
      "Zoé Zola:  → Batterie",
      "Anna Petit:  → Bass",
    ]);
  });

  test("fills what it can, the earliest roles first, and says what stays open", () => {
    const nobody = question([paul], { absent: [lea, dan] });
    const { lineUp, open } = repairOf(nobody, KEPT, NO_TURNS);
    expect(lineUp).toEqual([{ role: "Batterie", userId: "Paul" }]);
    expect(open).toEqual(["Lead", "Bass"]);
    expect(repairOf(question([]), KEPT, NO_TURNS)).toEqual({ lineUp: [], moves: [], open: ROLES });
  });

  test("leaves one of two roles to somebody who may no longer have both", () => {
    const two: KeptLineUp = [
      { role: "Lead", userId: "Léa" },
      { role: "Bass", userId: "Léa" },
    ];
    const both = { ...lea, positions: ["Lead", "Bass"] as Service[] };
    const other = person("Abel Abel", "Lead", "Bass");
    const apart = { ...question([both, other], {}, ["Lead", "Bass"]), combinablePairs: [] };
    expect(isBroken(apart, two)).toBe(false);
    expect(told(apart, two)).toEqual(["Léa Colin: Lead+Bass → Bass", "Abel Abel:  → Lead"]);
  });

  test("takes somebody from a role that is no longer required before a newcomer", () => {
    const kept: KeptLineUp = [{ role: "Sono", userId: "Sam" }];
    const sound = { ...sam, positions: ["Sono", "Bass"] as Service[] };
    expect(told(question([anna, sound], {}, ["Bass"]), kept)).toEqual(["Sam Roux: Sono → Bass"]);
  });

  test("lets one person who can do all take one role, or two that go together", () => {
    const all = person("Ali Azur", ...CRITICAL_ROLES.map((role) => (role === "Guitare" ? "Guitare acoustique" : role)));
    const { lineUp, open } = repairOf(question([all], {}, CRITICAL_ROLES), [], NO_TURNS);
    expect(lineUp).toEqual([
      { role: "Lead", userId: "Ali" },
      { role: "Batterie", userId: "Ali" },
    ]);
    expect(open).toEqual(["Bass", "Piano", "Guitare", "Sono", "Pasteur"]);
  });
});

describe("the price of a yes", () => {
  function asked(of: PlayQuestion, turns = NO_TURNS): string[] {
    return pricesOf(of, KEPT, turns).map(
      ({ person: each, repair, isBeyondWish }) =>
        `${each.firstName}: ${repair.moves.length}${isBeyondWish ? " beyond" : ""}, open ${repair.open.join()}`,
    );
  }

  const drummer = person("Zoé Zola", "Batterie");

  test("is least for those who were on the line-up, then for those who only step in", () => {
    expect(asked(question([lea, paul], { silent: [anna, dan, drummer] }))).toEqual([
      "Dan: 0, open ",
      "Zoé: 1, open ",
      "Anna: 2, open ",
    ]);
  });

  test("counts more where more roles are filled, or earlier ones", () => {
    const none = question([paul], { absent: [dan], silent: [lea, anna] });
    expect(asked(none)).toEqual(["Léa: 1, open Bass", "Anna: 2, open Lead"]);
  });

  test("puts those beyond their wish after all others of the same effect, and marks them", () => {
    const drop = question([lea, paul], { absent: [dan], silent: [anna, drummer] });
    expect(asked(drop, turnsWith({ Zoé: { played: 0, isBeyondWish: true } }))).toEqual([
      "Anna: 2, open ",
      "Zoé: 1 beyond, open ",
    ]);
  });

  test("is the same for equals, who come by turns and then by name", () => {
    const drop = question([lea, dan], { absent: [paul], silent: [anna, nils] });
    expect(asked(drop)).toEqual(["Nils: 1, open ", "Anna: 1, open "]);
    expect(asked(drop, turnsWith({ Nils: { played: 1 } }))).toEqual(["Anna: 1, open ", "Nils: 1, open "]);
  });

  test.each(["Abel", "Zola"])("gives the first of two equal roles to the first by name (%s)", (lastName) => {
    // The weight keeps the roles after the sixth in its second number.
    const roles: readonly BandRole[] = [...CRITICAL_ROLES, "Voix"];
    const present = person("Anna Petit", "Pasteur", "Voix");
    const silent = person(`Nils ${lastName}`, "Pasteur", "Voix");
    const [price] = pricesOf(question([present], { silent: [silent] }, roles), [], NO_TURNS);
    const order = [present, silent].toSorted(comparePeople).map(({ id }) => id);
    expect(price?.repair.lineUp).toEqual([
      { role: "Pasteur", userId: order[0] },
      { role: "Voix", userId: order[1] },
    ]);
  });

  test("is asked of nobody whose yes changes nothing, nor for a past event", () => {
    expect(asked(question([lea, paul, dan], { silent: [anna] }))).toEqual([]);
    expect(asked({ ...question([lea, paul], { silent: [dan] }), isPast: true })).toEqual([]);
  });
});
