import { describe, expect, it } from "vitest";
import { type AvailabilityEntry, withAnswer } from "#domain/availability/availability.ts";
import type { Person } from "#domain/people/people.ts";
import { teamOf } from "./team-lists.tsx";

const CAMILLE: Person = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Lead", "Voix"] };
const ELISE: Person = { id: "e", firstName: "Élise", lastName: "Fontaine", positions: ["Piano", "Clavier"] };
const YANNICK: Person = { id: "y", firstName: "Yannick", lastName: "Morel", positions: [] };
const PEOPLE = [YANNICK, ELISE, CAMILLE];
const EVERYBODY = { people: PEOPLE, members: PEOPLE };

function answers(...given: (readonly [Person, "present" | "absent"])[]): { availability: AvailabilityEntry[] } {
  const none: AvailabilityEntry[] = [];
  return { availability: given.reduce((entries, [person, answer]) => withAnswer(entries, person, answer), none) };
}

describe("teamOf", () => {
  it("lists everybody known as unanswered, by name, before the first answer", () => {
    expect(teamOf(answers(), EVERYBODY)).toEqual({
      present: [],
      absent: [],
      unanswered: [
        { id: "c", name: "Camille Perrin", services: ["Lead", "Voix"] },
        { id: "e", name: "Élise Fontaine", services: ["Piano", "Clavier"] },
        { id: "y", name: "Yannick Morel", services: [] },
      ],
    });
  });

  it("lists as unanswered only those who belong to the group, and everybody who answered", () => {
    const team = teamOf(answers([ELISE, "absent"]), { people: PEOPLE, members: [CAMILLE] });
    expect(team.unanswered.map(({ id }) => id)).toEqual(["c"]);
    expect(team.absent).toEqual([{ id: "e", name: "Élise Fontaine", services: ["Piano", "Clavier"] }]);
  });

  it("counts a person once, whatever the number of services", () => {
    const team = teamOf(answers([CAMILLE, "present"]), EVERYBODY);
    expect(team.present).toEqual([{ id: "c", name: "Camille Perrin", services: ["Lead", "Voix"] }]);
    expect(team.unanswered.map(({ id }) => id)).toEqual(["e", "y"]);
  });

  it("shows all services of somebody absent, though only the first was recorded", () => {
    expect(teamOf(answers([ELISE, "absent"]), EVERYBODY).absent[0]?.services).toEqual(["Piano", "Clavier"]);
  });

  it("shows what was recorded of somebody absent who is not known any more", () => {
    expect(teamOf(answers([ELISE, "absent"]), { people: [], members: [] }).absent[0]?.services).toEqual(["Piano"]);
  });

  it("shows the services somebody present answered with, not those of today", () => {
    const today = { ...CAMILLE, positions: ["Sono" as const] };
    expect(teamOf(answers([CAMILLE, "present"]), { people: [today], members: [today] }).present[0]?.services).toEqual([
      "Lead",
      "Voix",
    ]);
  });

  it("orders each list by name as French does", () => {
    const team = teamOf(answers([YANNICK, "present"], [ELISE, "present"], [CAMILLE, "present"]), EVERYBODY);
    expect(team.present.map(({ id }) => id)).toEqual(["c", "e", "y"]);
  });
});
