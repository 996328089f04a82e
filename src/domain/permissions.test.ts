import { expect, test } from "vitest";
import {
  ADMINS_MAY,
  type Capability,
  groupsLedBy,
  holderOf,
  LEADERS_MAY,
  may,
  maySomewhere,
  MEMBERS_MAY,
  roleOf,
} from "./permissions.ts";

const CAPABILITIES: readonly Capability[] = [...MEMBERS_MAY, ...LEADERS_MAY, ...ADMINS_MAY];

const FOR_EVERYBODY = ["planning.read", "availability.set_own", "group.join", "profile.edit_own", "user.list"];

const IN_A_LED_GROUP = [
  "availability.set_for_others",
  "event.create",
  "event.edit",
  "event.delete",
  "event.restore",
  "event.ask_people",
  "event.hear_of_drop_outs",
  "line_up.keep",
  "programme.set",
  "turns.see_all",
  "group.set_up",
  "group.add_member",
  "group.remove_member",
  "user.add",
];

const ADMIN = { isAdmin: true, ledGroupIds: [] };
const MEMBER = { isAdmin: false, ledGroupIds: [] };
const LEADER = { isAdmin: false, ledGroupIds: ["youth"] };

test("an admin may do everything, in every group", () => {
  expect(CAPABILITIES.filter((capability) => !may(ADMIN, capability, "choir"))).toEqual([]);
  expect(CAPABILITIES.filter((capability) => !maySomewhere(ADMIN, capability))).toEqual([]);
});

test("a member may read, answer for themself, join groups and keep their own profile, and nothing else", () => {
  expect(CAPABILITIES.filter((capability) => may(MEMBER, capability, "choir"))).toEqual(FOR_EVERYBODY);
  expect(CAPABILITIES.filter((capability) => maySomewhere(MEMBER, capability))).toEqual(FOR_EVERYBODY);
});

test("a leader may do in their group what plans it, and elsewhere what a member may", () => {
  expect(CAPABILITIES.filter((capability) => may(LEADER, capability, "youth"))).toEqual([
    ...FOR_EVERYBODY,
    ...IN_A_LED_GROUP,
  ]);
  expect(CAPABILITIES.filter((capability) => may(LEADER, capability, "choir"))).toEqual(FOR_EVERYBODY);
  expect(CAPABILITIES.filter((capability) => may(LEADER, capability, null))).toEqual(FOR_EVERYBODY);
  expect(CAPABILITIES.filter((capability) => maySomewhere(LEADER, capability))).toEqual([
    ...FOR_EVERYBODY,
    ...IN_A_LED_GROUP,
  ]);
});

test("each right is first a member's, a leader's or an admin's", () => {
  expect(CAPABILITIES.filter((capability) => holderOf(capability) === "member")).toEqual(MEMBERS_MAY);
  expect(CAPABILITIES.filter((capability) => holderOf(capability) === "leader")).toEqual(LEADERS_MAY);
  expect(CAPABILITIES.filter((capability) => holderOf(capability) === "admin")).toEqual(ADMINS_MAY);
});

test("the groups of a leader are those whose rows name them", () => {
  const groups = [
    { id: "choir" },
    { id: "youth", leaderIds: ["lina", "marie"] },
    { id: "prayer", leaderIds: ["paul"] },
  ];
  expect(groupsLedBy(groups, "marie")).toEqual(["youth"]);
});

test("the admin flag of a user row decides their role", () => {
  expect(roleOf({ isAdmin: true })).toBe("admin");
  expect(roleOf({ isAdmin: false })).toBe("member");
});
