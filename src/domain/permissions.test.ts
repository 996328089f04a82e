import { expect, test } from "vitest";
import {
  ADMINS_MAY,
  type Capability,
  groupsLedBy,
  GUARDIANS_MAY,
  holderOf,
  isLeadCapability,
  LEADERS_MAY,
  LEADS_MAY,
  may,
  mayFor,
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
  "user.entrust",
  "user.end_entrusting",
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

test("a guardian may answer for those entrusted to them and look after them, and do nothing more for anybody else", () => {
  const guardian = { ...MEMBER, entrustedIds: ["lea"] };
  const all = [...CAPABILITIES, ...GUARDIANS_MAY];
  expect(new Set(all.filter((capability) => mayFor(guardian, capability, "lea")))).toEqual(new Set(GUARDIANS_MAY));
  expect(all.filter((capability) => mayFor(guardian, capability, "tom"))).toEqual([]);
  expect(all.filter((capability) => mayFor(ADMIN, capability, "lea"))).toEqual([]);
  expect(all.filter((capability) => may(guardian, capability, "choir"))).toEqual(FOR_EVERYBODY);
  expect(holderOf("person.look_after")).toBe("guardian");
});

test("a guardian has somewhere what a member has, and their rights for those entrusted to them", () => {
  const all = [...CAPABILITIES, ...GUARDIANS_MAY];
  const allowed = all.filter((capability) => maySomewhere({ ...MEMBER, entrustedIds: ["lea"] }, capability));
  expect(new Set(allowed)).toEqual(new Set([...FOR_EVERYBODY, ...GUARDIANS_MAY]));
  const toNobody = all.filter((capability) => maySomewhere({ ...MEMBER, entrustedIds: [] }, capability));
  expect(toNobody).toEqual(FOR_EVERYBODY);
});

test("the lead of an event may set its programme, and nothing else that leaders may", () => {
  expect(LEADS_MAY).toEqual(["programme.set"]);
  expect([...CAPABILITIES, ...GUARDIANS_MAY].filter(isLeadCapability)).toEqual(["programme.set"]);
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
