import { expect, test } from "vitest";
import { idsOfNamesakes, namesakesAmong } from "./namesakes.ts";

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

test("the ids of all pairs are those of people who are perhaps the same, in the order of the people", () => {
  const alike = [named("1", "Anna", "Petit"), named("2", "Paul", "Garnier"), named("3", "Petit", "Anna")];
  expect(idsOfNamesakes(alike)).toEqual([["1", "3"]]);
  expect(idsOfNamesakes([])).toEqual([]);
});
