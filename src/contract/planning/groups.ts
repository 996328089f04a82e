import * as z from "zod/mini";
import { TRASH_KEPT_DAYS } from "../../domain/planning/planning.ts";
import { typedLine } from "../limits.ts";
import { inSharedPlanning } from "../operation.ts";
import { API, HEADERS } from "../paths.ts";
import { operationOf } from "./change-kinds.ts";
import { Group, GroupDetails, RequiredRoles, RolePairs } from "./planning.ts";

const GROUP_NAME_MAX = 200;

export const GroupName = typedLine(GROUP_NAME_MAX, "group.name_blank");

export const GroupKey = z.string().check(z.regex(/^[a-z\d]{6}$/, "request.invalid"));

const NewGroup = z.object({ name: GroupName });

const PairsUpdate = z.object({ pairs: RolePairs });

const RolesUpdate = z.object({ roles: RequiredRoles });

export const GROUP_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  listGroups: {
    method: "GET",
    path: API.groups,
    access: "planning.read",
    summary: "Every group",
    response: z.array(Group),
  },
  readGroup: {
    method: "GET",
    path: API.group,
    access: "planning.read",
    summary: "One group: who belongs to it, which roles may be combined, how many events it has",
    response: GroupDetails,
  },
  createGroup: operationOf("group.created", {
    summary: "Create a group; an Idempotency-Key of six letters and digits becomes its id",
    headers: { [HEADERS.idempotencyKey]: GroupKey },
    request: NewGroup,
  }),
  renameGroup: operationOf("group.renamed", {
    summary: "Rename a group",
    request: NewGroup,
  }),
  deleteGroup: operationOf("group.deleted", {
    summary: `Delete a group with its events; it can be restored for ${TRASH_KEPT_DAYS} days`,
  }),
  setCombinablePairs: operationOf("group.pairs_set", {
    summary: "Choose which pairs of critical roles one person of this group may hold at once",
    request: PairsUpdate,
  }),
  setRequiredRoles: operationOf("group.required_roles_set", {
    summary: "Choose which roles the events of this group need, unless an event has its own; the list may be empty",
    request: RolesUpdate,
  }),
});
