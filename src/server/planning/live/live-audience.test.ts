import { describe, expect, test } from "vitest";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { Audience } from "../changes/read-rights.ts";
import { receives, receivesMore } from "./live-connection.ts";

const ADMIN: Audience = { userId: "ada", groupIds: null, seesTurns: true };
const MARIE: Audience = { userId: "marie", groupIds: new Set(["1"]), seesTurns: false };

const marie = { id: "marie", firstName: "Marie", lastName: "Petit", positions: [] };
const jean = { ...marie, id: "jean", firstName: "Jean" };
const group = { id: "2", name: "Groupe de jeunes" };
const event = { id: "e", groupId: "2", name: "Répétition", date: "2026-11-24", time: "20:00", location: "Salle" };

/** Changes of group 2, to which Marie does not belong. */
const ELSEWHERE: readonly PlanningChange[] = [
  { type: "group.pairs_set", groupId: "2", pairs: [] },
  { type: "group.required_roles_set", groupId: "2", roles: [] },
  { type: "line_up.kept", eventId: "e", lineUp: [] },
  { type: "line_up.dropped", eventId: "e" },
  { type: "group.joined", groupId: "2", userId: "jean" },
  { type: "group.left", groupId: "2", userId: "jean" },
  { type: "event.created", event },
  { type: "event.deleted", eventId: "e" },
  { type: "availability.set", eventId: "e", person: jean, answer: "present" },
];
/** Those that everybody receives, because they change the list of groups. */
const OF_THE_LIST: readonly PlanningChange[] = [
  { type: "group.created", group },
  { type: "group.renamed", groupId: "2", name: "Jeunes" },
  { type: "group.deleted", groupId: "2" },
];
/** Those that concern Marie herself. */
const OWN: readonly PlanningChange[] = [
  { type: "group.joined", groupId: "2", userId: "marie" },
  { type: "group.left", groupId: "2", userId: "marie" },
  { type: "availability.set", eventId: "e", person: marie, answer: "present" },
];

function receivedBy(audience: Audience, changes: readonly PlanningChange[], groupId: string | null = "2") {
  return changes.filter((change) => receives(audience, { change, groupId }));
}

describe("who hears what", () => {
  test("an admin hears all", () => {
    expect(receivedBy(ADMIN, [...ELSEWHERE, ...OF_THE_LIST, ...OWN])).toHaveLength(15);
  });

  test("a member hears all of their own groups", () => {
    expect(receivedBy(MARIE, ELSEWHERE, "1")).toEqual(ELSEWHERE);
  });

  test("a member hears of another group only that it is there, and what is about themself", () => {
    expect(receivedBy(MARIE, ELSEWHERE)).toEqual([]);
    expect(receivedBy(MARIE, OF_THE_LIST)).toEqual(OF_THE_LIST);
    expect(receivedBy(MARIE, OWN)).toEqual(OWN);
  });

  test("everybody hears what is about no single group", () => {
    const about = [{ type: "person.removed", userId: "jean" }] as const;
    expect(receivedBy(MARIE, about, null)).toEqual(about);
    expect(receives(MARIE, { change: null, groupId: null })).toBe(true);
  });

  test("how often somebody wants to play is heard by admins and by themself, whatever the groups", () => {
    const ofJean = { type: "person.wish_set", userId: "jean", most: 2 } as const;
    const ofMarie = { ...ofJean, userId: "marie" };
    const withoutGroup = { ...MARIE, groupIds: new Set<string>() };
    expect(receivedBy(ADMIN, [ofJean, ofMarie], null)).toEqual([ofJean, ofMarie]);
    expect(receivedBy(MARIE, [ofJean, ofMarie], null)).toEqual([ofMarie]);
    expect(receivedBy(withoutGroup, [ofJean, ofMarie], null)).toEqual([ofMarie]);
  });

  test("rows that came back into one group are heard of by its members", () => {
    const isReceived = (audience: Audience, groupId: string) => receives(audience, { change: null, groupId });
    expect([isReceived(MARIE, "1"), isReceived(MARIE, "2"), isReceived(ADMIN, "2")]).toEqual([true, false, true]);
  });
});

test("who comes to hear of another group hears more; who hears of one less does not", () => {
  const both: Audience = { ...MARIE, groupIds: new Set(["1", "2"]) };
  const none: Audience = { ...MARIE, groupIds: new Set() };
  const all: Audience = { ...MARIE, groupIds: null };
  expect(receivesMore(both, MARIE)).toBe(true);
  expect(receivesMore(all, MARIE)).toBe(true);
  expect(receivesMore(MARIE, none)).toBe(true);
  expect(receivesMore(MARIE, both)).toBe(false);
  expect(receivesMore(none, MARIE)).toBe(false);
  expect(receivesMore(MARIE, all)).toBe(false);
  expect(receivesMore(MARIE, MARIE)).toBe(false);
  expect(receivesMore(none, none)).toBe(false);
});
