import * as z from "zod/mini";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { operationForOthers, operationOf } from "./change-kinds.ts";
import { Id, Membership } from "./planning.ts";

export const Memberships = z.array(Membership);

/** Left out: the memberships of everybody. */
const MembershipChoice = z.object({ user: z.optional(Id) });

export const MEMBERSHIP_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  joinGroup: operationOf("group.joined", { summary: "Belong to a group" }),
  leaveGroup: operationOf("group.left", { summary: "Belong to a group no longer" }),
  addMember: operationForOthers("group.joined", {
    summary: "Make somebody belong to a group",
  }),
  nameLeader: operationOf("group.leader_named", {
    summary: "Let a member do in this group what admins may do to its events and settings, until they leave it",
  }),
  removeLeader: operationOf("group.leader_removed", {
    summary: "Leave somebody a plain member of a group",
  }),
  listMemberships: {
    method: "GET",
    path: API.memberships,
    access: "planning.read",
    summary: "Who belongs to which group, or the groups of one person",
    query: MembershipChoice,
    response: Memberships,
  },
  removeMember: operationForOthers("group.left", {
    summary: "Take somebody out of a group",
  }),
});
