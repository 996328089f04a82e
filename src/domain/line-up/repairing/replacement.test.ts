import { expect, test } from "vitest";
import type { AvailabilityEntry } from "../../availability/availability.ts";
import type { Service } from "../../people/services.ts";
import type { KeptLineUp } from "../kept-line-up.ts";
import { isPlaceFree, replacementsFor, withReplacement } from "./replacement.ts";

function person(id: string, ...positions: Service[]) {
  return { id, firstName: id, lastName: "Martin", positions };
}

const LINE_UP: KeptLineUp = [
  { role: "Lead", userId: "anna" },
  { role: "Batterie", userId: "thomas" },
  { role: "Guitare", userId: "anna" },
];
const THOMAS_IS_AWAY: readonly AvailabilityEntry[] = [
  { userId: "thomas", userName: "Thomas Martin", position: "Batterie", status: "absent" },
  { userId: "lea", userName: "Léa Martin", position: "Batterie", status: "present" },
];
const PEOPLE = [
  person("thomas", "Batterie"),
  person("lea", "Batterie"),
  person("zoe", "Batterie", "Voix"),
  person("anna", "Lead", "Guitare acoustique", "Batterie"),
  person("bruno", "Batterie"),
  person("carla", "Bass"),
];
const absence = { lineUp: LINE_UP, userId: "thomas", people: PEOPLE, availability: THOMAS_IS_AWAY };

test("those who have not answered, are not on the line-up and hold the service could take the place", () => {
  expect(replacementsFor(absence).map(({ id }) => id)).toEqual(["bruno", "zoe"]);
});

test("whoever takes the place of a person with two roles holds a service for each", () => {
  const people = [person("dan", "Lead"), person("eve", "Lead", "Guitare électrique"), person("fay", "Voix")];
  expect(replacementsFor({ ...absence, userId: "anna", people, availability: [] }).map(({ id }) => id)).toEqual([
    "eve",
  ]);
});

test("nobody takes the place of somebody who is not on the line-up", () => {
  expect(replacementsFor({ ...absence, userId: "carla" })).toEqual([]);
});

test("the newcomer has all roles of the one who left, and the others keep theirs", () => {
  expect(withReplacement(LINE_UP, "anna", "eve")).toEqual([
    { role: "Lead", userId: "eve" },
    { role: "Batterie", userId: "thomas" },
    { role: "Guitare", userId: "eve" },
  ]);
});

test("a place is free while the person on the line-up is absent", () => {
  const event = { lineUp: LINE_UP, availability: THOMAS_IS_AWAY };
  expect(isPlaceFree(event, "thomas")).toBe(true);
  expect(isPlaceFree(event, "anna")).toBe(false);
  expect(isPlaceFree({ ...event, lineUp: [] }, "thomas")).toBe(false);
  expect(isPlaceFree({ availability: THOMAS_IS_AWAY }, "thomas")).toBe(false);
});
