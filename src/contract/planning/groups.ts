import * as z from "zod/mini";
import { HEADERS } from "../headers.ts";
import { typedLine } from "../limits.ts";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { Group, Id, RequiredRoles, RolePairs } from "./planning.ts";
import { TRASH_KEPT_DAYS } from "./trash-period.ts";

const GROUP_NAME_MAX = 200;

export const GroupName = typedLine(GROUP_NAME_MAX, "group.name_blank");

/** The details of one group, besides its row. */
export const GroupDetails = z.object({
  id: Id,
  name: z.string(),
  /** Those who belong to it. */
  memberIds: z.array(z.string()),
  combinablePairs: RolePairs,
  /** Left out until somebody chooses them: then they are the specification's seven. */
  requiredRoles: z.exactOptional(RequiredRoles),
  /** All its events, past ones included. */
  eventCount: z.int(),
});

export const GroupKey = z.string().check(z.regex(/^[a-z\d]{6}$/, "request.invalid"));

const NewGroup = z.object({ name: GroupName });

const PairsUpdate = z.object({ pairs: RolePairs });

/** They may be none. */
const RolesUpdate = z.object({ roles: RequiredRoles });

export type GroupDetails = z.infer<typeof GroupDetails>;

export const GROUP_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  listGroups: {
    method: "GET",
    path: API.groups,
    access: "planning.read",
    summary: "Every group",
    status: 200,
    response: z.array(Group),
    errors: [],
  },
  readGroup: {
    method: "GET",
    path: API.group,
    access: "planning.read",
    summary: "One group: who belongs to it, which roles may be combined, how many events it has",
    status: 200,
    response: GroupDetails,
    errors: ["group.not_found"],
  },
  createGroup: {
    method: "POST",
    path: API.groups,
    access: "group.manage",
    summary: "Create a group; an Idempotency-Key of six letters and digits becomes its id",
    headers: { [HEADERS.idempotencyKey]: GroupKey },
    request: NewGroup,
    status: 201,
    response: Group,
    errors: ["group.exists", "group.too_many"],
  },
  renameGroup: {
    method: "PATCH",
    path: API.group,
    access: "group.manage",
    summary: "Rename a group",
    request: NewGroup,
    status: 200,
    response: Group,
    errors: ["group.not_found"],
  },
  deleteGroup: {
    method: "DELETE",
    path: API.group,
    access: "group.manage",
    summary: `Delete a group with its events; it can be restored for ${TRASH_KEPT_DAYS} days`,
    status: 204,
    errors: ["group.not_found"],
  },
  setCombinablePairs: {
    method: "PUT",
    path: API.combinablePairs,
    access: "group.manage",
    summary: "Which two critical roles one person of this group may hold at once",
    request: PairsUpdate,
    status: 200,
    response: GroupDetails,
    errors: ["group.not_found"],
  },
  setRequiredRoles: {
    method: "PUT",
    path: API.requiredRoles,
    access: "group.manage",
    summary: "Which roles the events of this group need where they have none of their own; there may be none",
    request: RolesUpdate,
    status: 200,
    response: GroupDetails,
    errors: ["group.not_found"],
  },
});
