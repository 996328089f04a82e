import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { foldText, nameKey, namesakesAmong } from "./fold-text.ts";

/** Any UTF-16, lone surrogates too. */
const ANY_TEXT = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

describe("two spellings that read alike", () => {
  it.each([
    ["Éric", "eric"],
    ["Éric", "E\u0301ric"],
    ["d’Ormesson", "d'Ormesson"],
    ["D´Ormesson", "Dormesson"],
    ["Jean-Luc", "jean luc"],
    ["Jean\u2011Luc", "Jean\u00A0Luc"],
    ["Anna\u202FPetit", "  Anna  Petit "],
    ["Cœur", "COEUR"],
    ["Læticia", "laeticia"],
    ["Deﬁnet", "Definet"],
    ["Strauß", "STRAUSS"],
    ["STRAUẞ", "strauss"],
    ["Işık", "ISIK"],
    ["İpek", "ipek"],
    ["Søren Łukasz", "soren lukasz"],
    ["Anna\u200BPetit\uFEFF", "annapetit"],
    ["Σοφος", "ΣΟΦΟΣ"],
    ["Ａｎｎａ", "Anna"],
    ["יוֹסֵף", "יוסף"],
  ])("are one: %j, %j", (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it("are folded once: folding again changes nothing", () => {
    const text = fc.oneof(ANY_TEXT, fc.string({ unit: fc.constantFrom(...Array.from("ßıİŒøŁ’´-ς\u0301ŉﬁ ")) }));
    fc.assert(
      fc.property(text, (typed) => {
        expect(foldText(foldText(typed))).toBe(foldText(typed));
      }),
    );
  });

  it("are the same person's, also in another order, and no others", () => {
    const anna = { firstName: "Anna-Léa", lastName: "d’Été" };
    expect(nameKey({ firstName: "D'ETE", lastName: "Anna Lea" })).toBe(nameKey(anna));
    expect(nameKey({ firstName: "Anna", lastName: "d’Été" })).not.toBe(nameKey(anna));
  });
});

function named(id: string, firstName: string, lastName: string, differentFrom?: string[]) {
  return { id, firstName, lastName, differentFrom };
}

test.each([
  ["case and accents", "HÉLÈNE", "petit"],
  ["the order of the names", "Petit", "Helene"],
  ["spaces", " Hélène ", "Petit\u00a0"],
])("people whose names differ by %s alone are perhaps the same", (_, firstName, lastName) => {
  const [one, other] = [named("1", "Hélène", "Petit"), named("2", firstName, lastName)];
  expect(namesakesAmong([one, other, named("3", "Hélène", "Petitjean")])).toEqual([[one, other]]);
});

test("hyphens and apostrophes make no other name", () => {
  const people = [named("1", "Anne-Marie", "L'Hôte"), named("2", "Anne Marie", "Lhote"), named("3", "Marie", "L’Hôte")];
  expect(namesakesAmong(people).map((pair) => pair.map(({ id }) => id))).toEqual([["1", "2"]]);
});

test("a pair of whom somebody said that they are different is none, whichever row says so", () => {
  const [one, other] = [named("1", "Anna", "Petit"), named("2", "Anna", "Petit", ["1"])];
  expect(namesakesAmong([one, other])).toEqual([]);
  expect(namesakesAmong([other, one])).toEqual([]);
  const third = named("3", "Anna", "Petit");
  expect(namesakesAmong([one, other, third])).toEqual([
    [one, third],
    [other, third],
  ]);
});

test("of 5,000 people each name is read once, and nobody is compared with people of other names", () => {
  let [reads, comparisons] = [0, 0];
  const people = Array.from({ length: 5000 }, (_, index) => ({
    id: `${index}`,
    get firstName() {
      reads += 1;
      return `Élodie ${index % 4999}`;
    },
    lastName: "D'Hôtel",
    get differentFrom() {
      comparisons += 1;
      return [];
    },
  }));
  expect(namesakesAmong(people)).toHaveLength(1);
  expect([reads, comparisons]).toEqual([5000, 2]);
});

test("no more pairs are made than are wanted, also if all have one name", () => {
  const alike = Array.from({ length: 5000 }, (_, index) => named(`${index}`, "Anna", "Petit"));
  expect(namesakesAmong(alike, 50)).toHaveLength(50);
});

test("all pairs are those of people who are perhaps the same, in the order of the people", () => {
  const alike = [named("1", "Anna", "Petit"), named("2", "Paul", "Garnier"), named("3", "Petit", "Anna")];
  expect(namesakesAmong(alike).map((pair) => pair.map(({ id }) => id))).toEqual([["1", "3"]]);
  expect(namesakesAmong([])).toEqual([]);
});
