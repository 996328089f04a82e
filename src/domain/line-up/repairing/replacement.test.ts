import { expect, test } from "vitest";
import type { AvailabilityEntry } from "../../availability/availability.ts";
import type { Service } from "../../people/services.ts";
import { DEFAULT_COMBINABLE_PAIRS } from "../critical-roles.ts";
import type { KeptLineUp } from "../kept-line-up.ts";
import { isPlaceFree, replacementsFor, unitedLineUp, withReplacement } from "./replacement.ts";

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
const EVENT = { lineUp: LINE_UP, availability: THOMAS_IS_AWAY };

test("those who have not answered, are not on the line-up and hold the service could take the place", () => {
  expect(replacementsFor(EVENT, "thomas", PEOPLE).map(({ id }) => id)).toEqual(["bruno", "zoe"]);
});

test("whoever takes the place of a person with two roles holds a service for each", () => {
  const people = [person("dan", "Lead"), person("eve", "Lead", "Guitare électrique"), person("fay", "Voix")];
  expect(replacementsFor({ ...EVENT, availability: [] }, "anna", people).map(({ id }) => id)).toEqual(["eve"]);
});

test("nobody takes the place of somebody who is not on the line-up", () => {
  expect(replacementsFor(EVENT, "carla", PEOPLE)).toEqual([]);
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

/** The line-up of `lineUp` once the row `gone` is merged into `kept`. */
function united(lineUp: KeptLineUp): KeptLineUp {
  return unitedLineUp(lineUp, { keptId: "kept", goneId: "gone" }, DEFAULT_COMBINABLE_PAIRS);
}

test("one person has the places of both rows, if one may take these two roles", () => {
  const lineUp = [
    { role: "Lead", userId: "gone" },
    { role: "Bass", userId: "kept" },
    { role: "Piano", userId: "other" },
  ];
  expect(united(lineUp)).toEqual([
    { role: "Lead", userId: "kept" },
    { role: "Bass", userId: "kept" },
    { role: "Piano", userId: "other" },
  ]);
});

test("the place of the row that goes becomes open, if nobody may take these two roles at once", () => {
  const lineUp = [
    { role: "Lead", userId: "other" },
    { role: "Batterie", userId: "kept" },
    { role: "Bass", userId: "gone" },
  ];
  expect(united(lineUp)).toEqual(lineUp.slice(0, 2));
});

test("the place of the row that goes becomes open, if the two have three roles", () => {
  const lineUp = [
    { role: "Lead", userId: "kept" },
    { role: "Batterie", userId: "kept" },
    { role: "Bass", userId: "gone" },
  ];
  expect(united(lineUp)).toEqual(lineUp.slice(0, 2));
});

test("two places of one role become one, and those of others stay", () => {
  const lineUp = [
    { role: "Voix", userId: "kept" },
    { role: "Voix", userId: "gone" },
    { role: "Voix", userId: "other" },
  ];
  expect(united(lineUp)).toEqual([
    { role: "Voix", userId: "kept" },
    { role: "Voix", userId: "other" },
  ]);
});

test("a row that stays and has no place takes all places of the row that goes, whatever they are", () => {
  const lineUp = [
    { role: "Batterie", userId: "gone" },
    { role: "Bass", userId: "gone" },
  ];
  expect(united(lineUp)).toEqual([
    { role: "Batterie", userId: "kept" },
    { role: "Bass", userId: "kept" },
  ]);
});

test("a line-up without the row that goes stays as it is", () => {
  const lineUp = [
    { role: "Lead", userId: "kept" },
    { role: "Bass", userId: "other" },
  ];
  expect(united(lineUp)).toEqual(lineUp);
});
