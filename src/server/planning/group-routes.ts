import { randomBytes } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import { Group } from "#contract/planning/planning.ts";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import type { Queryable } from "../database/database.ts";
import { found } from "../errors.ts";
import { requireRight } from "./changes/read-rights.ts";
import { readGroup } from "./groups/read-groups.ts";
import { type PlanningMounts, requestedGroupId } from "./planning-mount.ts";
import type { PlanningResponses } from "./planning-responses.ts";
import { planReminders, readReminders, setReminders } from "./reminders/write-reminders.ts";
import type { SharedPlanning } from "./shared-planning.ts";

interface GroupReference {
  readonly groupId: string;
}

async function readDetails(queryable: Queryable, { groupId }: GroupReference) {
  return found(await readGroup(queryable, groupId), "group.not_found");
}

/** A group as in the list of groups: the schema drops its details. */
async function readListedGroup(queryable: Queryable, wanted: GroupReference) {
  return Group.parse(await readDetails(queryable, wanted));
}

/** Calls that list groups, and calls of admins and leaders that change them. */
export function addGroupRoutes(
  { mountPositioned, mountChange, mountBareChange }: PlanningMounts,
  responses: PlanningResponses,
): void {
  mountPositioned(OPERATIONS.listGroups, async () => responses.groups(await responses.follow()));
  mountPositioned(OPERATIONS.readGroup, async ({ parameters }) =>
    responses.group(await responses.follow(), parameters.id),
  );

  mountChange(
    OPERATIONS.createGroup,
    ({ context, body: { name } }) => {
      // No ids are excluded: if this one happens to be taken, the call is refused.
      const id = requestedGroupId(context) ?? newGroupId(new Set(), () => randomBytes(1).readUInt8());
      return { type: "group.created", group: { id, name } };
    },
    (queryable, { group }: { readonly group: { readonly id: string } }) =>
      readListedGroup(queryable, { groupId: group.id }),
  );
  mountChange(
    OPERATIONS.renameGroup,
    ({ parameters, body: { name } }) => ({ type: "group.renamed", groupId: parameters.id, name }),
    readListedGroup,
  );
  mountBareChange(OPERATIONS.deleteGroup, ({ parameters }) => ({ type: "group.deleted", groupId: parameters.id }));
  mountChange(
    OPERATIONS.restoreGroup,
    ({ parameters }) => ({ type: "group.restored", groupId: parameters.id }),
    readListedGroup,
  );
  mountChange(
    OPERATIONS.setRequiredRoles,
    ({ parameters, body: { roles } }) => ({ type: "group.required_roles_set", groupId: parameters.id, roles }),
    readDetails,
  );
  mountChange(
    OPERATIONS.setCombinablePairs,
    ({ parameters, body: { pairs } }) => ({ type: "group.pairs_set", groupId: parameters.id, pairs }),
    readDetails,
  );
}

interface MemberReference extends GroupReference {
  readonly userId: string;
}

/** The membership that the change made. It has no other fields, so nothing is read. */
function membershipOf(_: Queryable, { groupId, userId }: MemberReference): Promise<MemberReference> {
  return Promise.resolve({ groupId, userId });
}

/** Calls about members and leaders of groups. Users join and leave by themselves; admins and leaders do it for others. */
export function addMembershipRoutes(
  { mountPositioned, mountChange, mountBareChange }: PlanningMounts,
  responses: PlanningResponses,
): void {
  mountPositioned(OPERATIONS.listMemberships, async ({ query: { user } }) =>
    responses.memberships(await responses.follow(), user),
  );

  mountChange(
    OPERATIONS.joinGroup,
    ({ actor, parameters: { id } }) => ({ type: "group.joined", groupId: id, userId: actor.id }),
    membershipOf,
  );
  mountChange(
    OPERATIONS.addMember,
    ({ parameters: { id, userId } }) => ({ type: "group.joined", groupId: id, userId }),
    membershipOf,
  );
  mountBareChange(OPERATIONS.leaveGroup, ({ actor, parameters: { id } }) => ({
    type: "group.left",
    groupId: id,
    userId: actor.id,
  }));
  mountBareChange(OPERATIONS.removeMember, ({ parameters: { id, userId } }) => ({
    type: "group.left",
    groupId: id,
    userId,
  }));
  mountBareChange(OPERATIONS.nameLeader, ({ parameters: { id, userId } }) => ({
    type: "group.leader_named",
    groupId: id,
    userId,
  }));
  mountBareChange(OPERATIONS.removeLeader, ({ parameters: { id, userId } }) => ({
    type: "group.leader_removed",
    groupId: id,
    userId,
  }));
}

/** Calls about whether a group reminds those who have not answered, and where replies go. */
export function addReminderRoutes({ mount }: PlanningMounts, planning: SharedPlanning): void {
  mount(OPERATIONS.readReminders, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "group.set_up", { groupId: id });
    return found(await readReminders(planning.database, id), "group.not_found");
  });
  mount(OPERATIONS.setReminders, async ({ actor, parameters: { id }, body }) => {
    await planning.write(async (writing) => {
      const hasChanged = await setReminders(writing, { actorId: actor.id, groupId: id, settings: body });
      if (!hasChanged) return;
      await planReminders(writing);
      await writing.log({ change: null, groupId: id });
    });
    return (await readReminders(planning.database, id)) ?? body;
  });
}
