import * as z from "zod/mini";
import { inSharedPlanning } from "../operation.ts";
import { API } from "../paths.ts";
import { operationForOthers, operationOf } from "./change-kinds.ts";
import { Id, Membership } from "./planning.ts";

export const Memberships = z.array(Membership);

/** The memberships of one person, or of everybody. */
const MembershipChoice = z.object({ user: z.optional(Id) });

export const MEMBERSHIP_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  joinGroup: operationOf("group.joined", { summary: "Join a group" }),
  leaveGroup: operationOf("group.left", { summary: "Leave a group" }),
  addMember: operationForOthers("group.joined", { summary: "Add somebody to a group" }),
  nameLeader: operationOf("group.leader_named", {
    summary:
      "Make a member a leader: they may do what admins may do to the group's events and settings, until they leave it",
  }),
  removeLeader: operationOf("group.leader_removed", { summary: "Make a leader a plain member again" }),
  listMemberships: {
    method: "GET",
    path: API.memberships,
    access: "planning.read",
    summary: "Who belongs to which group, or the groups of one person",
    query: MembershipChoice,
    response: Memberships,
  },
  removeMember: operationForOthers("group.left", { summary: "Remove somebody from a group" }),
});
