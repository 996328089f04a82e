import { expect, it } from "vitest";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import type { PublishedPlanning } from "../local/planning-keys.ts";
import { leftoverOf } from "./leftover.ts";

const CHOIR = { id: "k7mq2z", name: "Chorale" };
const CULTE = {
  id: "culte",
  groupId: "2",
  name: "Culte",
  date: "2026-11-29",
  time: "10:00",
  location: "Temple",
  availability: [],
};

function kept(changed: Partial<PublishedPlanning> = {}): PublishedPlanning {
  return { groups: SEED_GROUPS, events: [], combinablePairs: {}, requiredRoles: {}, ...changed };
}

it("the groups of a new planning are nothing that somebody made, however many of them are left", () => {
  expect(leftoverOf(kept())).toBeNull();
  expect(leftoverOf(kept({ groups: SEED_GROUPS.slice(1) }))).toBeNull();
  expect(leftoverOf(kept({ groups: [] }))).toBeNull();
});

it("a created group and a renamed one are", () => {
  const renamed = { id: "1", name: "Louange" };
  const groups = [renamed, ...SEED_GROUPS.slice(1), CHOIR];
  expect(leftoverOf(kept({ groups }))).toEqual(kept({ groups: [renamed, CHOIR] }));
});

it("an event is, with the group that it is planned for", () => {
  expect(leftoverOf(kept({ events: [CULTE] }))).toEqual(kept({ groups: SEED_GROUPS.slice(1, 2), events: [CULTE] }));
});

it("the roles that an admin required are, with their group, were they none", () => {
  const requiredRoles = { "3": [] };
  expect(leftoverOf(kept({ requiredRoles }))).toEqual(kept({ groups: SEED_GROUPS.slice(2), requiredRoles }));
});

it("the pairs of roles that an admin chose are, with their group", () => {
  const combinablePairs = { "3": [["Lead", "Piano"]] } as const;
  expect(leftoverOf(kept({ combinablePairs }))).toEqual(kept({ groups: SEED_GROUPS.slice(2), combinablePairs }));
});
