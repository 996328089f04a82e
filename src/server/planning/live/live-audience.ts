import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { LogEntry } from "../changes/change-log.ts";

/** Which changes of the planning a user may receive at present. */
export interface Audience {
  readonly userId: string;
  /** The groups whose changes they receive; `null`: all groups. */
  readonly groupIds: ReadonlySet<string> | null;
  /** Whether they may know how often others play and want to. */
  readonly seesTurns: boolean;
}

/** Changes to the list of groups, which every user sees. */
const OF_THE_LIST: ReadonlySet<PlanningChange["type"]> = new Set(["group.created", "group.renamed", "group.deleted"]);

/** Whether `change` may add the user to a group or remove them from it. */
export function mayChangeMembership(change: PlanningChange | null, userId: string): boolean {
  if (change?.type === "group.joined" || change?.type === "group.left") return change.userId === userId;
  return change?.type === "availability.set" && change.person.id === userId;
}

/**
 * Members receive changes of all groups, of their own groups, and about themselves; of wishes their own alone.
 */
export function receives({ userId, groupIds, seesTurns }: Audience, { change, groupId }: LogEntry): boolean {
  if (change?.type === "person.wish_set") return seesTurns || change.userId === userId;
  if (groupId === null || groupIds === null || groupIds.has(groupId)) return true;
  return change !== null && (OF_THE_LIST.has(change.type) || mayChangeMembership(change, userId));
}

/** Whether `audience` includes a group that `before` did not. */
export function receivesMore(audience: Audience, before: Audience): boolean {
  if (before.groupIds === null) return false;
  return audience.groupIds === null || !audience.groupIds.isSubsetOf(before.groupIds);
}
