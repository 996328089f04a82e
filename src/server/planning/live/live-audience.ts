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
  if (change?.type === "group.joined" || change?.type === "group.left") return change.userId === userId;
  return change?.type === "availability.set" && change.person.id === userId;
}

/**
 * Whether a user receives a change of a group that is not theirs: a change to the list of groups, or one about
 * themselves. The compiler asks for each kind of change.
 */
function reachesOutside(change: PlanningChange, userId: string): boolean {
  switch (change.type) {
    case "group.created":
    case "group.renamed":
    case "group.deleted":
      return true;
    case "group.joined":
    case "group.left":
    case "person.wish_set":
      return change.userId === userId;
    case "availability.set":
      return change.person.id === userId;
    case "group.pairs_set":
    case "group.required_roles_set":
    case "event.created":
    case "event.edited":
    case "event.deleted":
    case "series.created":
    case "series.edited":
    case "series.deleted":
    case "event.restored":
    case "series.restored":
    case "group.restored":
    case "line_up.kept":
    case "line_up.dropped":
    case "absence.added":
    case "absence.removed":
    case "person.changed":
    case "person.removed":
      return false;
  }
}

/** Members receive changes of all groups, of their own groups, and about themselves. Of wishes they receive their own. */
export function receives(
  { userId, groupIds, seesTurns }: Audience,
  { change, groupId }: LogEntry,
  watchedGroupId: string | null = null,
): boolean {
  if (change?.type === "person.wish_set") return seesTurns || change.userId === userId;
  if (groupId === null || groupIds === null || groupIds.has(groupId)) return true;
  if (groupIds.size === 0 && groupId === watchedGroupId) return true;
  return change !== null && reachesOutside(change, userId);
}

/** Whether `audience` includes a group that `before` did not. */
export function receivesMore(audience: Audience, before: Audience): boolean {
  if (before.groupIds === null) return false;
  return audience.groupIds === null || !audience.groupIds.isSubsetOf(before.groupIds);
}
