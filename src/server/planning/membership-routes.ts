import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../auth/operation-route.ts";
import { acceptChange } from "./accept-change.ts";
import { readPosition } from "./change-log-queries.ts";
import { answerWith } from "./planning-answer.ts";
import type { SharedPlanning } from "./shared-planning.ts";

/** Who belongs to a group: anybody joins and leaves; admins take others out. */
export function addMembershipRoutes(mount: Mount, planning: SharedPlanning): void {
  mount(OPERATIONS.joinGroup, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "group.joined" as const, groupId: id };
    const { position } = await acceptChange(planning, actor.id, wanted, readPosition);
    return answerWith(context, { position, row: { groupId: id, userId: actor.id } });
  });

  mount(OPERATIONS.leaveGroup, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "group.left" as const, groupId: id, userId: actor.id };
    return answerWith(context, await acceptChange(planning, actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.removeMember, async ({ context, actor, parameters: { id, userId } }) => {
    const wanted = { type: "group.left" as const, groupId: id, userId };
    return answerWith(context, await acceptChange(planning, actor.id, wanted, readPosition));
  });
}
