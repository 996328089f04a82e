import type { PlanningChange } from "#domain/planning-change.ts";
import type { LogEntry } from "./change-log-queries.ts";

/** What somebody may hear of the planning's changes, as things stand. */
export interface Audience {
  readonly userId: string;
  /** The groups whose changes they hear; `null`: of all. */
  readonly groupIds: ReadonlySet<string> | null;
}

/** What changes the list of groups, which everybody sees. */
const OF_THE_LIST: ReadonlySet<PlanningChange["type"]> = new Set(["group.created", "group.renamed", "group.deleted"]);

/** Whether `change` may move somebody into a group or out of it. */
export function mayMove(change: PlanningChange | null, userId: string): boolean {
  if (change?.type === "group.joined" || change?.type === "group.left") return change.userId === userId;
  return change?.type === "availability.set" && change.person.id === userId;
}

/** Members hear what is about all, about their groups, or about themselves. */
export function hears({ userId, groupIds }: Audience, { change, groupId }: LogEntry): boolean {
  if (groupId === null || groupIds === null || groupIds.has(groupId)) return true;
  return change !== null && (OF_THE_LIST.has(change.type) || mayMove(change, userId));
}

/** Whether `audience` hears of a group of which `before` did not. */
export function hearsMore(audience: Audience, before: Audience): boolean {
  if (before.groupIds === null) return false;
  return audience.groupIds === null || !audience.groupIds.isSubsetOf(before.groupIds);
}
