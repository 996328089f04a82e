import { kindOf, personOf } from "#contract/planning/change-kinds.ts";
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

/** Whether `change` may add the user to a group or remove them from it. */
export function mayChangeMembership(change: PlanningChange | null, userId: string): boolean {
  const person = change && personOf(change);
  return person?.receivers === "group_and_person" && person.id === userId;
}

/** Members receive changes of all groups, of their own groups, and about themselves. Of wishes they receive their own. */
export function receives(
  { userId, groupIds, seesTurns }: Audience,
  { change, groupId }: LogEntry,
  watchedGroupId: string | null = null,
): boolean {
  const person = change && personOf(change);
  if (person?.receivers === "person") return seesTurns || person.id === userId;
  if (groupId === null || groupIds === null || groupIds.has(groupId)) return true;
  if (groupIds.size === 0 && groupId === watchedGroupId) return true;
  return change !== null && (kindOf(change).about === "groups" || mayChangeMembership(change, userId));
}

/** Whether `audience` includes a group that `before` did not. */
export function receivesMore(audience: Audience, before: Audience): boolean {
  if (before.groupIds === null) return false;
  return audience.groupIds === null || !audience.groupIds.isSubsetOf(before.groupIds);
}
