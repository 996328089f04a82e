import { describe, expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { Person } from "../people/people.ts";
import type { Service } from "../people/services.ts";
import { answerEffect } from "./answer-effect.ts";
import { CRITICAL_ROLES, DEFAULT_COMBINABLE_PAIRS } from "./critical-roles.ts";
import type { PlayQuestion } from "./play-state.ts";

function person(id: string, ...positions: Service[]): Person {
  return { id, firstName: id, lastName: "", positions };
}

const others = [
  person("lead", "Lead"),
  person("drums", "Batterie"),
  person("bass", "Bass"),
  person("piano", "Piano"),
  person("guitar", "Guitare électrique"),
  person("sound", "Sono"),
  person("pastor", "Pasteur"),
];

function question(present: readonly Person[]): PlayQuestion {
  return {
    availability: present.flatMap((each) => entriesFor(each, "present")),
    people: [],
    combinablePairs: DEFAULT_COMBINABLE_PAIRS,
    requiredRoles: CRITICAL_ROLES,
    isPast: false,
  };
}

function without(id: string): Person[] {
  return others.filter((each) => each.id !== id);
}

describe("what my presence changes", () => {
  test("the roles that nobody else present holds come before all", () => {
    const me = person("me", "Bass", "Lead", "Piano");
    const rest = without("lead").filter(({ id }) => id !== "bass");
    expect(answerEffect(question(rest), me)).toEqual({ kind: "covers", roles: ["Lead", "Bass"] });
  });

  test("it is the same whether I have said yes, no or nothing yet", () => {
    const me = person("me", "Batterie");
    const expected = { kind: "covers", roles: ["Batterie"] };
    expect(answerEffect(question(without("drums")), me)).toEqual(expected);
    expect(answerEffect(question([me, ...without("drums")]), me)).toEqual(expected);
    const absent = [...question(without("drums")).availability, ...entriesFor(me, "absent")];
    expect(answerEffect({ ...question([]), availability: absent }, me)).toEqual(expected);
  });

  test("then whether all roles can be filled together", () => {
    const both = person("both", "Batterie", "Bass");
    const rest = without("drums").filter(({ id }) => id !== "bass");
    expect(answerEffect(question([both, ...rest]), person("me", "Bass"))).toEqual({
      kind: "line_up",
      isWhole: true,
      leftOutWithout: ["Bass"],
    });
  });

  test("or at least more of them", () => {
    const both = person("both", "Batterie", "Bass");
    expect(answerEffect(question([both]), person("me", "Bass"))).toEqual({
      kind: "line_up",
      isWhole: false,
      leftOutWithout: ["Lead", "Bass", "Piano", "Guitare", "Sono", "Pasteur"],
    });
  });

  test("then whether a single absence could stop everything", () => {
    const doubled = [...others, ...without("drums").map((each) => ({ ...each, id: `${each.id} too` }))];
    expect(answerEffect(question(doubled), person("me", "Batterie"))).toEqual({ kind: "secures" });
  });

  test("else nothing, and others hold each of my roles", () => {
    const two = [...others, person("drums too", "Batterie")];
    const me = person("me", "Guitare acoustique", "Batterie");
    expect(answerEffect(question(two), me)).toEqual({
      kind: "none",
      roles: [
        { role: "Batterie", others: 2 },
        { role: "Guitare", others: 1 },
      ],
    });
  });

  test("nothing either where all was solid without me", () => {
    const doubled = [...others, ...others.map((each) => ({ ...each, id: `${each.id} too` }))];
    expect(answerEffect(question(doubled), person("me", "Sono"))).toEqual({
      kind: "none",
      roles: [{ role: "Sono", others: 2 }],
    });
  });

  test("no critical role is mine when my services are others, or none", () => {
    expect(answerEffect(question(others), person("me", "Voix", "Violon"))).toEqual({ kind: "no_critical_service" });
    expect(answerEffect(question([]), person("me"))).toEqual({ kind: "no_critical_service" });
  });

  test("my recorded services count where I am present already", () => {
    const recorded = person("me", "Voix");
    expect(answerEffect(question([recorded, ...without("drums")]), person("me", "Batterie"))).toEqual({
      kind: "no_critical_service",
    });
  });
});
