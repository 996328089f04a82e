import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareNames, comparePeople, fullName, initials, searchPeople } from "./people.ts";

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

test("full names are listed as French lists them, accents and case aside", () => {
  expect(["Julien", "élise", "David", "Élise"].toSorted(compareNames)).toEqual(["David", "élise", "Élise", "Julien"]);
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
    ["camille perrin", []],
    ["!", []],
  ])("« %s » is looked for in first name, last name and e-mail, whatever the case", (query, expected) => {
    expect(searchPeople(everybody, query)).toEqual(expected);
  });
});
