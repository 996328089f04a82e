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
        { userId: "c", userName: "Camille Perrin", positions: ["Lead", "Voix"] },
        { userId: "e", userName: "Élise Fontaine", positions: ["Piano", "Clavier"] },
        { userId: "y", userName: "Yannick Morel", positions: [] },
      ],
    });
  });

  it("lists as unanswered only those who belong to the group, and everybody who answered", () => {
    const team = teamOf(answers([ELISE, "absent"]), { people: PEOPLE, members: [CAMILLE] });
    expect(team.unanswered.map(({ userId }) => userId)).toEqual(["c"]);
    expect(team.absent).toEqual([{ userId: "e", userName: "Élise Fontaine", positions: ["Piano", "Clavier"] }]);
  });

  it("counts a person once, whatever the number of services", () => {
    const team = teamOf(answers([CAMILLE, "present"]), EVERYBODY);
    expect(team.present).toEqual([{ userId: "c", userName: "Camille Perrin", positions: ["Lead", "Voix"] }]);
    expect(team.unanswered.map(({ userId }) => userId)).toEqual(["e", "y"]);
  });

  it("shows all services of somebody absent, though only the first was recorded", () => {
    expect(teamOf(answers([ELISE, "absent"]), EVERYBODY).absent[0]?.positions).toEqual(["Piano", "Clavier"]);
  });

  it("shows what was recorded of somebody absent who is not known any more", () => {
    expect(teamOf(answers([ELISE, "absent"]), { people: [], members: [] }).absent[0]?.positions).toEqual(["Piano"]);
  });

  it("shows the services somebody present answered with, not those of today", () => {
    const today = { ...CAMILLE, positions: ["Sono" as const] };
    expect(teamOf(answers([CAMILLE, "present"]), { people: [today], members: [today] }).present[0]?.positions).toEqual([
      "Lead",
      "Voix",
    ]);
  });

  it("orders each list by name as French does", () => {
    const team = teamOf(answers([YANNICK, "present"], [ELISE, "present"], [CAMILLE, "present"]), EVERYBODY);
    expect(team.present.map(({ userId }) => userId)).toEqual(["c", "e", "y"]);
  });
});
