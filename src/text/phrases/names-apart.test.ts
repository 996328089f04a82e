import { expect, test } from "vitest";
import { namesApart, personDetails } from "./names-apart.ts";

const anna = { id: "1", name: "Anna Petit", positions: ["Voix"], email: "anna@exemple.fr" } as const;
const other = { id: "2", name: "anna petit", positions: ["Voix", "Lead"] } as const;
const third = { ...anna, id: "3", email: "a.petit@exemple.fr" };
const paul = { id: "4", name: "Paul Roy", positions: ["Bass"] } as const;

test("two who read alike have their services beside their names, and their addresses where those are alike too", () => {
  expect([...namesApart([anna, paul]).values()]).toEqual(["Anna Petit", "Paul Roy"]);
  expect([...namesApart([anna, other, paul]).values()]).toEqual([
    "Anna Petit (Voix)",
    "anna petit (Voix, Lead)",
    "Paul Roy",
  ]);
  expect([...namesApart([anna, third], "services").values()]).toEqual([
    "Anna Petit (Voix, anna@exemple.fr)",
    "Anna Petit (Voix, a.petit@exemple.fr)",
  ]);
  expect(namesApart([paul], "services").get("4")).toBe("Paul Roy (Bass)");
});

test("a person's details are services and address", () => {
  expect(personDetails(anna)).toBe("Voix, anna@exemple.fr");
  expect(personDetails({ positions: [] })).toBe("");
});
