import { expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { benchOf, whoCouldJoin } from "./bench.ts";
import { CRITICAL_ROLES } from "./critical-roles.ts";

const camille: Person = {
  id: "c",
  firstName: "Camille",
  lastName: "Perrin",
  positions: ["Lead", "Guitare acoustique"],
};
const helene: Person = { id: "h", firstName: "Hélène", lastName: "Brunet", positions: ["Piano", "Lead"] };
const anais: Person = { id: "a", firstName: "Anaïs", lastName: "Rousseau", positions: ["Saxophone", "Voix"] };
const yannick: Person = { id: "y", firstName: "Yannick", lastName: "Abel", positions: ["Lead"] };

test("the bench names, for each critical role, all those who can hold it, by last name", () => {
  const bench = benchOf([camille, anais, helene, yannick], CRITICAL_ROLES);
  expect(bench.map(({ role, depth, holders }) => [role, depth, holders.map(({ id }) => id).join("")])).toEqual([
    ["Lead", "several", "yhc"],
    ["Batterie", "nobody", ""],
    ["Bass", "nobody", ""],
    ["Piano", "one", "h"],
    ["Guitare", "one", "c"],
    ["Sono", "nobody", ""],
    ["Pasteur", "nobody", ""],
  ]);
});

test("two people are already several", () => {
  expect(benchOf([camille, helene], CRITICAL_ROLES)[0]).toEqual({
    role: "Lead",
    depth: "several",
    holders: [helene, camille],
  });
});

test("among those who can hold a role, the one who played least comes first", () => {
  const turn = (userId: string, played: number) => [userId, { userId, played, of: 4, isBeyondWish: false }] as const;
  const turns = new Map([turn("y", 3), turn("h", 1)]);
  const [lead] = benchOf([camille, helene, yannick], ["Lead"], turns);
  expect(lead?.holders.map(({ id }) => id).join("")).toBe("chy");
});

function person(firstName: string, lastName: string, ...positions: Service[]): Person {
  return { id: firstName, firstName, lastName, positions };
}

const anna = person("Anna", "Zola", "Lead", "Guitare acoustique");
const elise = person("Élise", "Abel", "Piano", "Voix");
const paul = person("Paul", "Abel", "Lead");
const jean = person("Jean", "Colin", "Lead");
const people = [anna, elise, paul, jean];

test("those outside the group who hold a role that it lacks could join, by name, each with these roles", () => {
  const group = { people, members: [paul], availability: [] };
  expect(whoCouldJoin(["Lead", "Guitare", "Batterie"], group)).toEqual([
    { person: jean, roles: ["Lead"] },
    { person: anna, roles: ["Lead", "Guitare"] },
  ]);
  expect(whoCouldJoin(["Batterie"], group)).toEqual([]);
});

test("who has answered the event counts there already, and is not named", () => {
  const group = { people, members: [], availability: entriesFor(jean, "absent") };
  expect(whoCouldJoin(["Lead"], group).map(({ person: { id } }) => id)).toEqual(["Paul", "Anna"]);
});
