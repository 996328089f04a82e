import { expect, test } from "vitest";
import { entriesFor } from "../../availability/availability.ts";
import { EMPTY_PLANNING, type PlannedEvent } from "../planning.ts";
import { answersOfPerson } from "./person-answers.ts";

const CAMILLE = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Voix", "Lead"] } as const;
const DAVID = { id: "d", firstName: "David", lastName: "Colin", positions: [] } as const;
const CULTE = { name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };
const CONCERT = { name: "Concert", date: "2026-11-24", time: "20:30", location: "Salle" };

function planned(details: typeof CULTE, groupId: string, availability: PlannedEvent["availability"]): PlannedEvent {
  return { id: details.name, groupId, ...details, availability };
}

test("somebody's answers come in the order of the events, with group and services; other people's do not", () => {
  const planning = {
    ...EMPTY_PLANNING,
    groups: [{ id: "1", name: "Louange" }],
    events: [
      planned(CULTE, "1", [...entriesFor(DAVID, "present"), ...entriesFor(CAMILLE, "present")]),
      planned(CONCERT, "gone", entriesFor(CAMILLE, "absent")),
      planned({ ...CULTE, date: "2026-12-06" }, "1", entriesFor(DAVID, "absent")),
    ],
  };
  expect(answersOfPerson(planning, "c")).toEqual([
    { event: CONCERT, groupName: null, answer: "absent", positions: ["Voix"] },
    { event: CULTE, groupName: "Louange", answer: "present", positions: ["Voix", "Lead"] },
  ]);
  expect(answersOfPerson(planning, "d").map(({ positions }) => positions)).toEqual([[], []]);
  expect(answersOfPerson(planning, "e")).toEqual([]);
});
