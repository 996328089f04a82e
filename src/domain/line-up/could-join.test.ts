import { expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { whoCouldJoin } from "./could-join.ts";

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
