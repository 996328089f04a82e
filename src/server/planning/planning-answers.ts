import type { GroupDetails, Membership } from "#contract/planning/planning.ts";
import { may } from "#domain/permissions.ts";
import type { Group, PlannedEvent } from "#domain/planning/planning.ts";
import type { Actor } from "../api/actor.ts";
import { storedAnswer } from "../api/answers/stored-answer.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { type EventChoice, readEvent } from "./events/read-events.ts";
import { listMemberships } from "./groups/read-memberships.ts";
import { listGroups, readGroup } from "./groups/read-groups.ts";
import { requireGroup } from "./groups/write-groups.ts";
import { found } from "./planning-answer.ts";
import {
  ANSWERS_MAX_BYTES,
  createKeptAnswers,
  eventKey,
  type KeptAnswers,
  type ReadAnswer,
} from "./answers/kept-answers.ts";
import { readEventList } from "./answers/read-event-list.ts";

/**
 * The answers of the planning's calls, as bytes. Rights are checked before. Each rejects with the Refusal of its call,
 * and takes the position that `follow` gave in this request.
 */
export interface PlanningAnswers extends Pick<KeptAnswers, "follow" | "keepEvent"> {
  readonly groups: (position: number) => Promise<ReadAnswer<Group[]>>;
  readonly group: (position: number, groupId: string) => Promise<ReadAnswer<GroupDetails>>;
  /** Everybody may read one group's events, only admins those of all groups at once. */
  readonly events: (position: number, actor: Actor, choice: EventChoice) => Promise<ReadAnswer<PlannedEvent[]>>;
  readonly event: (position: number, eventId: string) => Promise<ReadAnswer<PlannedEvent>>;
  readonly memberships: (position: number, userId: string | undefined) => Promise<ReadAnswer<Membership[]>>;
}

const NO_GROUPS: ReadonlySet<string> = new Set();

/** @param maxBytes of memory for answers that are used again */
export function createPlanningAnswers(database: Queryable, maxBytes = ANSWERS_MAX_BYTES): PlanningAnswers {
  const kept = createKeptAnswers(database, maxBytes);

  async function readChosen(choice: EventChoice): Promise<ReadAnswer<PlannedEvent[]>> {
    const { groupId } = choice;
    const list = await readEventList(database, kept, choice);
    if (list.groupIds.size === 0 && groupId !== undefined) await requireGroup(database, groupId);
    return { ...list, groupId: groupId ?? null };
  }

  return {
    follow: kept.follow,
    keepEvent: kept.keepEvent,
    groups: (now) =>
      kept.answer("groups", now, async () => {
        const { position, row } = await listGroups(database);
        return { position, groupId: null, groupIds: NO_GROUPS, answer: storedAnswer(row) };
      }),
    group: (now, id) =>
      kept.answer(`group ${id}`, now, async () => {
        const { position, row } = found(await readGroup(database, id), "group.not_found");
        return { position, groupId: id, groupIds: NO_GROUPS, answer: storedAnswer(row) };
      }),
    async events(now, actor, choice) {
      const isAllowed = choice.groupId !== undefined || may(actor, "event.see_other_groups");
      if (!isAllowed) throw new Refusal("request.forbidden");
      const { groupId = null, from, to, limit } = choice;
      return kept.answer(JSON.stringify([groupId, from, to, limit]), now, () => readChosen(choice));
    },
    event: (now, id) =>
      kept.answer(eventKey(id), now, async () => {
        const { position, row } = found(await readEvent(database, id), "event.not_found");
        const { groupId } = row;
        return { position, groupId, eventId: id, groupIds: new Set([groupId]), answer: storedAnswer(row) };
      }),
    memberships: (now, userId) =>
      kept.answer(`memberships ${userId ?? ""}`, now, async () => {
        const { position, row } = await listMemberships(database, userId);
        return { position, groupId: null, groupIds: NO_GROUPS, answer: storedAnswer(row) };
      }),
  };
}
