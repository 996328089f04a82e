import { describe, expect, test } from "vitest";
import type { AvailabilityEntry } from "../availability/availability.ts";
import {
  areSameRoles,
  changedPlaces,
  isKeepable,
  isRepairOf,
  isSameLineUp,
  type KeptHolding,
  type KeptLineUp,
  QUIET_AFTER_KEEPING_MS,
  rolesOfPerson,
  rolesToPlay,
  withoutHolder,
} from "./kept-line-up.ts";

const LEAD: KeptHolding = { role: "Lead", userId: "anna" };
const DRUMS: KeptHolding = { role: "Batterie", userId: "dan" };
const PIANO: KeptHolding = { role: "Piano", userId: "anna" };
const VOICE: KeptHolding = { role: "Voix", userId: "anna" };
const KEPT: KeptLineUp = [LEAD, DRUMS, PIANO];

describe("a line-up can be kept", () => {
  test("with roles of all 13 in the scale's order, with open roles, and with nobody", () => {
    expect(isKeepable(KEPT)).toBe(true);
    expect(isKeepable([DRUMS, VOICE])).toBe(true);
    expect(isKeepable([])).toBe(true);
  });

  test("not out of the scale's order", () => {
    expect(isKeepable([DRUMS, LEAD])).toBe(false);
  });

  test("not with two people in one role", () => {
    expect(isKeepable([LEAD, { role: "Lead", userId: "dan" }])).toBe(false);
    expect(isKeepable([LEAD, LEAD])).toBe(false);
  });

  test("not with more than two roles for one person, even where another has one", () => {
    expect(isKeepable([LEAD, PIANO, VOICE])).toBe(false);
    expect(isKeepable([DRUMS, { ...LEAD, role: "Bass" }, PIANO, VOICE])).toBe(false);
  });
});

test("a person has all roles that are kept for them, and none where no line-up is kept", () => {
  expect(rolesOfPerson(KEPT, "anna")).toEqual(["Lead", "Piano"]);
  expect(rolesOfPerson(KEPT, "dan")).toEqual(["Batterie"]);
  expect(rolesOfPerson(KEPT, "zoe")).toEqual([]);
  expect(rolesOfPerson(undefined, "anna")).toEqual([]);
});

test("without a person their roles are open, and the others keep theirs", () => {
  expect(withoutHolder(KEPT, "anna")).toEqual([DRUMS]);
  expect(withoutHolder(KEPT, "zoe")).toEqual(KEPT);
});

test("two line-ups are the same with the same people in the same roles", () => {
  expect(isSameLineUp(KEPT, [{ ...LEAD }, { ...DRUMS }, { ...PIANO }])).toBe(true);
  expect(isSameLineUp([], [])).toBe(true);
  expect(isSameLineUp([LEAD], KEPT)).toBe(false);
  expect(isSameLineUp(KEPT, [LEAD])).toBe(false);
  expect(isSameLineUp([LEAD, DRUMS], [LEAD, { ...DRUMS, userId: "anna" }])).toBe(false);
  expect(isSameLineUp([LEAD, DRUMS], [LEAD, { ...DRUMS, role: "Bass" }])).toBe(false);
});

describe("a repair", () => {
  const REPAIR: KeptLineUp = [LEAD, { role: "Batterie", userId: "zoe" }];

  function entry(userId: string, status: "present" | "absent"): AvailabilityEntry {
    return { userId, userName: userId, position: "Voix", status };
  }

  const availability = [entry("anna", "present"), entry("dan", "absent"), entry("zoe", "present")];

  test("still repairs the line-up from which it was made, while everybody on it comes", () => {
    expect(isRepairOf({ lineUp: KEPT, availability }, REPAIR, KEPT)).toBe(true);
  });

  test("no longer repairs one that somebody replaced or dropped", () => {
    expect(isRepairOf({ lineUp: [LEAD, DRUMS], availability }, REPAIR, KEPT)).toBe(false);
    expect(isRepairOf({ availability }, REPAIR, KEPT)).toBe(false);
  });

  test("is no longer right where somebody on it is absent, or took their answer back", () => {
    const absent = [entry("anna", "present"), entry("zoe", "absent")];
    expect(isRepairOf({ lineUp: KEPT, availability: absent }, REPAIR, KEPT)).toBe(false);
    expect(isRepairOf({ lineUp: KEPT, availability: [entry("anna", "present")] }, REPAIR, KEPT)).toBe(false);
  });
});

describe("what a person is to play", () => {
  function answered(status: AvailabilityEntry["status"]): AvailabilityEntry[] {
    return [{ userId: "anna", userName: "Anna", position: "Lead", status }];
  }

  test("are their roles on the line-up, present or without an answer", () => {
    expect(rolesToPlay({ lineUp: KEPT, availability: answered("present") }, "anna")).toEqual(["Lead", "Piano"]);
    expect(rolesToPlay({ lineUp: KEPT, availability: [] }, "anna")).toEqual(["Lead", "Piano"]);
  });

  test("is nothing once they are absent, and nothing without a line-up", () => {
    expect(rolesToPlay({ lineUp: KEPT, availability: answered("absent") }, "anna")).toEqual([]);
    expect(rolesToPlay({ availability: answered("present") }, "anna")).toEqual([]);
  });
});

const BEFORE: KeptLineUp = [
  { role: "Lead", userId: "anna" },
  { role: "Batterie", userId: "thomas" },
  { role: "Bass", userId: "yannick" },
];

test("those whose roles changed are told what they had: who left, who moved, who is new", () => {
  const now: KeptLineUp = [
    { role: "Lead", userId: "anna" },
    { role: "Batterie", userId: "yannick" },
    { role: "Bass", userId: "samuel" },
  ];
  expect(changedPlaces(BEFORE, now)).toEqual([
    { userId: "yannick", before: ["Bass"] },
    { userId: "thomas", before: ["Batterie"] },
    { userId: "samuel", before: [] },
  ]);
});

test("a second role is a change, and so is one less", () => {
  const more: KeptLineUp = [...BEFORE, { role: "Guitare", userId: "anna" }];
  expect(changedPlaces(BEFORE, more)).toEqual([{ userId: "anna", before: ["Lead"] }]);
  expect(changedPlaces(more, BEFORE)).toEqual([{ userId: "anna", before: ["Lead", "Guitare"] }]);
});

test("nobody is told of a line-up that is as before, and everybody of one that is dropped", () => {
  expect(changedPlaces(BEFORE, [...BEFORE])).toEqual([]);
  expect(changedPlaces(BEFORE, []).map(({ userId }) => userId)).toEqual(["anna", "thomas", "yannick"]);
});

test("one of two roles that became another is a change, and no role is as before where there was none", () => {
  const two: KeptLineUp = [...BEFORE, { role: "Guitare", userId: "anna" }];
  const other: KeptLineUp = [...BEFORE, { role: "Piano", userId: "anna" }];
  expect(changedPlaces(two, other)).toEqual([{ userId: "anna", before: ["Lead", "Guitare"] }]);
  expect(areSameRoles([], [])).toBe(true);
  expect(areSameRoles(["Lead", "Guitare"], ["Lead", "Guitare"])).toBe(true);
});

test("people are told five minutes after a line-up was kept", () => {
  expect(QUIET_AFTER_KEEPING_MS).toBe(300_000);
});
