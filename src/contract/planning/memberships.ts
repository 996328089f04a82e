import * as z from "zod/mini";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { Id } from "./planning.ts";

export const Membership = z.object({ groupId: Id, userId: Id });

export const Memberships = z.array(Membership);

/** Memberships of one person, or of everybody when left out. */
const MembershipChoice = z.object({ user: z.optional(Id) });

export type Membership = z.infer<typeof Membership>;

export const MEMBERSHIP_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  joinGroup: {
    method: "PUT",
    path: API.ownMembership,
    access: "group.join",
    summary: "Belong to a group",
    status: 200,
    response: Membership,
    errors: ["group.not_found"],
  },
  leaveGroup: {
    method: "DELETE",
    path: API.ownMembership,
    access: "group.join",
    summary: "Belong to a group no longer",
    status: 204,
    errors: ["group.not_found"],
  },
  addMember: {
    method: "PUT",
    path: API.membership,
    access: "group.add_member",
    summary: "Make somebody belong to a group",
    status: 200,
    response: Membership,
    errors: ["group.not_found", "user.not_found"],
  },
  listMemberships: {
    method: "GET",
    path: API.memberships,
    access: "planning.read",
    summary: "Who belongs to which group, or the groups of one person",
    query: MembershipChoice,
    status: 200,
    response: Memberships,
    errors: ["request.invalid"],
  },
  removeMember: {
    method: "DELETE",
    path: API.membership,
    access: "group.remove_member",
    summary: "Take somebody out of a group",
    status: 204,
    errors: ["group.not_found"],
  },
});
