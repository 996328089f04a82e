import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchPeople } from "./fold-text.ts";
import {
  answeredFor,
  compareFullNames,
  compareNames,
  comparePeople,
  type EntrustablePerson,
  entrustedTo,
  fullName,
  initials,
} from "./people.ts";

const camille = { id: "1", firstName: "Camille", lastName: "Perrin", email: "camille.perrin@exemple.fr" };
const elise = { id: "2", firstName: "Élise", lastName: "Fontaine", email: "elise@exemple.fr" };
const withoutEmail = { id: "3", firstName: "Yannick", lastName: "Morel" };

describe("names", () => {
  test("a full name is the first name, then the last name", () => {
    expect(fullName(camille)).toBe("Camille Perrin");
    expect(fullName({ firstName: "Camille", lastName: "" })).toBe("Camille");
  });

  test.each([
    ["Camille Perrin", "CP"],
    ["élise fontaine", "ÉF"],
    ["Jean-Luc de la Tour", "JT"],
    ["Madonna", "M"],
    ["  Anaïs   Rousseau ", "AR"],
    ["👩‍🎤 Étoile", "👩‍🎤É"],
    ["", ""],
    ["   ", ""],
  ])("the initials of « %s » are « %s »", (name, expected) => {
    expect(initials(name)).toBe(expected);
  });

  test("an initial is the first character that a reader sees", () => {
    const segmenter = new Intl.Segmenter("fr");
    const letters = fc.constantFrom(
      "e",
      "É",
      "ß",
      "ﬁ",
      "'",
      "-",
      "\u0301",
      "\u200d",
      "👩",
      "🎤",
      "🏽",
      "ᄀ",
      "ᅡ",
      "カ",
      "ﾞ",
    );
    const words = fc.oneof(fc.string({ unit: letters, minLength: 1 }), fc.string({ unit: "grapheme", minLength: 1 }));
    fc.assert(
      fc.property(words, (word) => {
        fc.pre(!/\s/.test(word));
        const [first] = segmenter.segment(word);
        expect(initials(word)).toBe(first?.segment.toLocaleUpperCase("fr"));
      }),
    );
  });

  test("people are listed by last name, then first name, then id, accents and case aside", () => {
    const marc = { id: "9", firstName: "Marc", lastName: "fontaine" };
    const twin = { ...elise, id: "1" };
    expect([camille, marc, elise, twin].toSorted(comparePeople)).toEqual([twin, elise, marc, camille]);
    expect(comparePeople(elise, { ...elise })).toBe(0);
    expect(comparePeople(elise, twin)).toBeGreaterThan(0);
    expect(comparePeople(twin, elise)).toBeLessThan(0);
  });
});

test("who has one name is listed by it, with one initial and no stray space", () => {
  const one = { id: "5", firstName: "Mélanie", lastName: "" };
  const others = [
    { id: "1", firstName: "Zoé", lastName: "Martin" },
    { id: "2", firstName: "Anne", lastName: "Noir" },
  ];
  expect([one, ...others].toSorted(comparePeople).map(({ firstName }) => firstName)).toEqual([
    "Zoé",
    "Mélanie",
    "Anne",
  ]);
  expect([fullName(one), initials(fullName(one))]).toEqual(["Mélanie", "M"]);
});

test("full names are listed as French lists them, accents and case aside", () => {
  expect(["Julien", "élise", "David", "Élise"].toSorted(compareNames)).toEqual(["David", "élise", "Élise", "Julien"]);
});

/** Any UTF-16, lone surrogates too. */
const ANY_TEXT = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

test("names that read alike are listed side by side, whatever the apostrophe, hyphen or space", () => {
  const names = ["D'Zoé", "d’Ami", "Jean-Luc B", "Jean Luc A", "D’Bel", "Jean\u2011Luc C"];
  expect(names.toSorted(compareNames)).toEqual([
    "d’Ami",
    "D’Bel",
    "D'Zoé",
    "Jean Luc A",
    "Jean-Luc B",
    "Jean\u2011Luc C",
  ]);
});

describe("searching people", () => {
  const everybody = [camille, elise, withoutEmail];

  test.each([
    ["PERR", [camille]],
    ["mill", [camille]],
    ["élI", [elise]],
    ["@exemple.fr", [camille, elise]],
    ["mor", [withoutEmail]],
    ["  perrin  ", [camille]],
    ["", everybody],
    ["!", []],
    ["-", []],
  ])("« %s » is looked for in first name, last name and e-mail, whatever the case", (query, expected) => {
    expect(searchPeople(everybody, query)).toEqual(expected);
  });

  const ormesson = { firstName: "Jean-Éric", lastName: "d’Ormesson" };
  const annaPetit = { firstName: "Anna", lastName: "Petit", email: "a.petit@exemple.fr" };
  const coeur = { firstName: "E\u0301lie", lastName: "Cœur\u00A0Noir" };

  test.each([
    ["Anna Petit", [annaPetit]],
    ["petit anna", [annaPetit]],
    ["Petit, Anna", [annaPetit]],
    ["anna exemple.fr", [annaPetit]],
    ["eric", [ormesson]],
    ["jean eric d'Ormesson", [ormesson]],
    ["d ormesson", [ormesson]],
    ["élie coeur noir", [coeur]],
    ["anna noir", []],
  ])("« %s » is found as it is read, in any order", (query, expected) => {
    expect(searchPeople([ormesson, annaPetit, coeur], query)).toEqual(expected);
  });

  test("whoever has the query as a substring of first name, last name or e-mail is found, whatever the characters", () => {
    const letters = fc.constantFrom(...Array.from("aAéÉe\u0301ßıİŒœ'’-–. @,\u00A0\u200B😀"));
    const text = fc.oneof(fc.string({ unit: letters }), ANY_TEXT);
    fc.assert(
      fc.property(text, text, fc.nat(), fc.nat(), fc.boolean(), (first, last, from, length, isUpper) => {
        const person = { firstName: first, lastName: last, email: `${last}@x.fr` };
        const cut = first.slice(from % (first.length + 1)).slice(0, length % 8);
        const query = isUpper ? cut.toLocaleUpperCase("fr") : cut;
        fc.pre(first.toLocaleLowerCase("fr").includes(query.trim().toLocaleLowerCase("fr")));
        expect(searchPeople([person], query)).toEqual([person]);
      }),
    );
  });
});

function entrustable(id: string, guardianIds?: readonly string[]): EntrustablePerson {
  return { id, firstName: id, lastName: "Petit", positions: [], ...(guardianIds && { guardianIds }) };
}

const anna = entrustable("anna");
const lea = entrustable("lea", ["anna", "paul"]);
const noe = entrustable("noe", ["paul"]);
const team = [anna, lea, noe];

test("a person is entrusted to each of their guardians, and to nobody else", () => {
  expect(entrustedTo(team, "anna")).toEqual([lea]);
  expect(entrustedTo(team, "paul")).toEqual([lea, noe]);
  expect(entrustedTo(team, "lea")).toEqual([]);
});

describe("in a group, a user answers", () => {
  test("for themself and for those entrusted to them, where all are members", () => {
    expect(answeredFor(team, "anna", ["anna", "lea"])).toEqual({ isOwn: true, entrusted: [lea] });
  });

  test("for those entrusted to them alone, where they are no member", () => {
    expect(answeredFor(team, "paul", ["noe"])).toEqual({ isOwn: false, entrusted: [noe] });
  });

  test("for themself alone, where nobody who is entrusted to them is a member", () => {
    expect(answeredFor(team, "anna", ["noe"])).toEqual({ isOwn: true, entrusted: [] });
    expect(answeredFor(team, "noe", ["noe"])).toEqual({ isOwn: true, entrusted: [] });
  });

  test("for themself alone, as long as its members are not known", () => {
    expect(answeredFor(team, "paul", null)).toEqual({ isOwn: true, entrusted: [] });
  });
});

test("people sort by full name, first name first", () => {
  const anne = { firstName: "Anne", lastName: "Zola" };
  expect([camille, elise, anne].toSorted(compareFullNames)).toEqual([anne, camille, elise]);
});
