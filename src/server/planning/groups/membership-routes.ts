import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { PlanningAnswers } from "../planning-answers.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import { readPosition } from "../changes/read-change-log.ts";
import { answerStored, answerWith } from "../planning-answer.ts";

/** Who belongs to a group and leads it: anybody joins and leaves; admins and leaders do it for others. */
export function addMembershipRoutes(mount: Mount, accept: AcceptChange, answers: PlanningAnswers): void {
  async function join(actorId: string, groupId: string, userId: string) {
    const wanted = { type: "group.joined" as const, groupId, userId };
    const { position } = await accept(actorId, wanted, readPosition);
    return { position, row: { groupId, userId } };
  }

  mount(OPERATIONS.listMemberships, async ({ context, query: { user } }) =>
    answerStored(context, await answers.memberships(await answers.follow(), user)),
  );

  mount(OPERATIONS.joinGroup, async ({ context, actor, parameters: { id } }) =>
    answerWith(context, await join(actor.id, id, actor.id)),
  );

  mount(OPERATIONS.addMember, async ({ context, actor, parameters: { id, userId } }) =>
    answerWith(context, await join(actor.id, id, userId)),
  );

  mount(OPERATIONS.leaveGroup, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "group.left" as const, groupId: id, userId: actor.id };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.nameLeader, async ({ context, actor, parameters: { id, userId } }) => {
    const wanted = { type: "group.leader_named" as const, groupId: id, userId };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.removeLeader, async ({ context, actor, parameters: { id, userId } }) => {
    const wanted = { type: "group.leader_removed" as const, groupId: id, userId };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.removeMember, async ({ context, actor, parameters: { id, userId } }) => {
    const wanted = { type: "group.left" as const, groupId: id, userId };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });
}
