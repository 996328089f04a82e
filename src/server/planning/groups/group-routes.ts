import { randomBytes } from "node:crypto";
import { OPERATIONS } from "#contract/operations.ts";
import { newGroupId } from "#domain/planning/new-group-id.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import type { PlanningAnswers } from "../planning-answers.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import { readPosition } from "../changes/read-change-log.ts";
import { readGroup } from "./read-groups.ts";
import { groupKey } from "../changes/idempotency-key.ts";
import { answerStored, answerWith, found } from "../planning-answer.ts";

function randomByte(): number {
  return randomBytes(1).readUInt8();
}

async function readDetails(queryable: Queryable, groupId: string) {
  return found(await readGroup(queryable, groupId), "group.not_found");
}

async function readRow(queryable: Queryable, groupId: string) {
  const { position, row } = await readDetails(queryable, groupId);
  const { id, name, leaderIds } = row;
  return { position, row: { id, name, ...(leaderIds && { leaderIds }) } };
}

/** The groups, and what admins do with them. */
export function addGroupRoutes(mount: Mount, accept: AcceptChange, answers: PlanningAnswers): void {
  mount(OPERATIONS.listGroups, async ({ context }) =>
    answerStored(context, await answers.groups(await answers.follow())),
  );

  mount(OPERATIONS.readGroup, async ({ context, parameters }) =>
    answerStored(context, await answers.group(await answers.follow(), parameters.id)),
  );

  mount(OPERATIONS.createGroup, async ({ context, actor, body: { name } }) => {
    const id = groupKey(context) ?? newGroupId(new Set(), randomByte);
    const wanted = { type: "group.created" as const, group: { id, name } };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readRow(queryable, id)));
  });

  mount(OPERATIONS.renameGroup, async ({ context, actor, parameters: { id }, body: { name } }) => {
    const wanted = { type: "group.renamed" as const, groupId: id, name };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readRow(queryable, id)));
  });

  mount(OPERATIONS.deleteGroup, async ({ context, actor, parameters }) => {
    const wanted = { type: "group.deleted" as const, groupId: parameters.id };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.restoreGroup, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "group.restored" as const, groupId: id };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readRow(queryable, id)));
  });

  mount(OPERATIONS.setRequiredRoles, async ({ context, actor, parameters: { id }, body: { roles } }) => {
    const wanted = { type: "group.required_roles_set" as const, groupId: id, roles };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readDetails(queryable, id)));
  });

  mount(OPERATIONS.setCombinablePairs, async ({ context, actor, parameters: { id }, body: { pairs } }) => {
    const wanted = { type: "group.pairs_set" as const, groupId: id, pairs };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readDetails(queryable, id)));
  });
}
