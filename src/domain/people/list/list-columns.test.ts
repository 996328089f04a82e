import { expect, it } from "vitest";
import { splitName } from "./list-columns.ts";

it.each([
  ["Léa Dupont", false, "Léa", "Dupont"],
  ["Léa Marie Dupont", false, "Léa", "Marie Dupont"],
  ["Dupont Léa", true, "Léa", "Dupont"],
  ["Dupont, Léa", false, "Léa", "Dupont"],
  ["DUPONT Léa", false, "Léa", "DUPONT"],
  ["Léa DE LA TOUR", false, "Léa", "DE LA TOUR"],
  ["LÉA DUPONT", false, "LÉA", "DUPONT"],
  ["Léa", false, "Léa", ""],
  ["Léa", true, "Léa", ""],
])("the name « %s » (last name first: %s) is %s and %s", (name, isLastFirst, firstName, lastName) => {
  expect(splitName(name, isLastFirst)).toEqual({ firstName, lastName });
});

it("a name in one piece begins with the first name unless the list says otherwise", () => {
  expect(splitName("Noé Petit")).toEqual({ firstName: "Noé", lastName: "Petit" });
});
