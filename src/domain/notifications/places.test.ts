import { expect, test } from "vitest";
import type { KeptLineUp } from "../line-up/kept-line-up.ts";
import { areSameRoles, changedPlaces, QUIET_AFTER_KEEPING_MS } from "./places.ts";

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
