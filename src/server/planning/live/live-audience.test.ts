import { describe, expect, test } from "vitest";
import type { PlanningChange } from "#domain/planning-change.ts";
import { type Audience, hears, hearsMore } from "./live-audience.ts";

const ADMIN: Audience = { userId: "ada", groupIds: null };
const MARIE: Audience = { userId: "marie", groupIds: new Set(["1"]) };

const marie = { id: "marie", firstName: "Marie", lastName: "Petit", positions: [] };
const jean = { ...marie, id: "jean", firstName: "Jean" };
const group = { id: "2", name: "Groupe de jeunes" };
const event = { id: "e", groupId: "2", name: "Répétition", date: "2026-11-24", time: "20:00", location: "Salle" };

/** Changes of group 2, to which Marie does not belong. */
const ELSEWHERE: readonly PlanningChange[] = [
  { type: "group.pairs_set", groupId: "2", pairs: [] },
  { type: "group.joined", groupId: "2", userId: "jean" },
  { type: "group.left", groupId: "2", userId: "jean" },
  { type: "event.created", event },
  { type: "event.edited", eventId: "e", details: event },
  { type: "event.deleted", eventId: "e" },
  { type: "availability.set", eventId: "e", person: jean, answer: "present" },
];
/** Those of them that everybody sees: which groups there are. */
const OF_THE_LIST: readonly PlanningChange[] = [
  { type: "group.created", group },
  { type: "group.renamed", groupId: "2", name: "Jeunes" },
  { type: "group.deleted", groupId: "2" },
];
/** Those of them that are about Marie. */
const OWN: readonly PlanningChange[] = [
  { type: "group.joined", groupId: "2", userId: "marie" },
  { type: "group.left", groupId: "2", userId: "marie" },
  { type: "availability.set", eventId: "e", person: marie, answer: "present" },
];

function heardBy(audience: Audience, changes: readonly PlanningChange[], groupId: string | null = "2") {
  return changes.filter((change) => hears(audience, { change, groupId }));
}

describe("who hears what", () => {
  test("an admin hears all, and so does who belongs to no group yet", () => {
    expect(heardBy(ADMIN, [...ELSEWHERE, ...OF_THE_LIST, ...OWN])).toHaveLength(13);
  });

  test("a member hears all of their own groups", () => {
    expect(heardBy(MARIE, ELSEWHERE, "1")).toEqual(ELSEWHERE);
  });

  test("a member hears of another group only that it is there, and what is about themself", () => {
    expect(heardBy(MARIE, ELSEWHERE)).toEqual([]);
    expect(heardBy(MARIE, OF_THE_LIST)).toEqual(OF_THE_LIST);
    expect(heardBy(MARIE, OWN)).toEqual(OWN);
  });

  test("everybody hears what is about no single group", () => {
    const about = [{ type: "person.removed", userId: "jean" }] as const;
    expect(heardBy(MARIE, about, null)).toEqual(about);
    expect(hears(MARIE, { change: null, groupId: null })).toBe(true);
  });

  test("rows that came back into one group are heard of by its members", () => {
    const heardOf = (audience: Audience, groupId: string) => hears(audience, { change: null, groupId });
    expect([heardOf(MARIE, "1"), heardOf(MARIE, "2"), heardOf(ADMIN, "2")]).toEqual([true, false, true]);
  });
});

test("who comes to hear of another group hears more; who hears of one less does not", () => {
  const both: Audience = { userId: "marie", groupIds: new Set(["1", "2"]) };
  const none: Audience = { userId: "marie", groupIds: null };
  expect(hearsMore(both, MARIE)).toBe(true);
  expect(hearsMore(none, MARIE)).toBe(true);
  expect(hearsMore(MARIE, both)).toBe(false);
  expect(hearsMore(MARIE, none)).toBe(false);
  expect(hearsMore(MARIE, MARIE)).toBe(false);
  expect(hearsMore(none, none)).toBe(false);
});
