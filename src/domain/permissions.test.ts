import { expect, test } from "vitest";
import { CAPABILITIES, may, roleOf } from "./permissions.ts";

const FOR_EVERYBODY = ["planning.read", "availability.set_own", "group.join", "profile.edit_own", "user.list"];

test("an admin may do everything", () => {
  expect(CAPABILITIES.filter((capability) => !may("admin", capability))).toEqual([]);
});

test("a member may read, answer for themself, join groups and keep their own profile, and nothing else", () => {
  expect(CAPABILITIES.filter((capability) => may("member", capability))).toEqual(FOR_EVERYBODY);
});

test("the admin flag of a user row decides their role", () => {
  expect(roleOf({ isAdmin: true })).toBe("admin");
  expect(roleOf({ isAdmin: false })).toBe("member");
});
