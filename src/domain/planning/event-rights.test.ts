import { expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import type { KeptLineUp } from "../line-up/kept-line-up.ts";
import { mayAt } from "./event-rights.ts";

const ANNA = { id: "anna", firstName: "Anna", lastName: "Petit", positions: ["Lead", "Piano"] };
const MEMBER = { id: "anna", isAdmin: false, ledGroupIds: [] };
const LINE_UP: KeptLineUp = [
  { role: "Lead", userId: "anna" },
  { role: "Piano", userId: "dan" },
];
const EVENT = { groupId: "choir", lineUp: LINE_UP, availability: [] };
const { lineUp: _, ...WITHOUT_LINE_UP } = EVENT;

test("who plays Lead at an event may set its programme, whether present or silent", () => {
  expect(mayAt(MEMBER, "programme.set", EVENT)).toBe(true);
  expect(mayAt(MEMBER, "programme.set", { ...EVENT, availability: entriesFor(ANNA, "present") })).toBe(true);
});

test("who is absent, plays another role or none, or whose line-up was dropped, may not", () => {
  expect(mayAt(MEMBER, "programme.set", { ...EVENT, availability: entriesFor(ANNA, "absent") })).toBe(false);
  expect(mayAt({ ...MEMBER, id: "dan" }, "programme.set", EVENT)).toBe(false);
  expect(mayAt({ ...MEMBER, id: "zoe" }, "programme.set", EVENT)).toBe(false);
  expect(mayAt(MEMBER, "programme.set", WITHOUT_LINE_UP)).toBe(false);
});

test("an admin may everywhere, and a leader at the events of their own group", () => {
  expect(mayAt({ ...MEMBER, isAdmin: true }, "programme.set", WITHOUT_LINE_UP)).toBe(true);
  expect(mayAt({ ...MEMBER, ledGroupIds: ["choir"] }, "programme.set", WITHOUT_LINE_UP)).toBe(true);
  expect(mayAt({ ...MEMBER, ledGroupIds: ["youth"] }, "programme.set", WITHOUT_LINE_UP)).toBe(false);
});
