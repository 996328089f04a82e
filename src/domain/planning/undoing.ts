import { isFollowing } from "./event-edit.ts";
import type { PlanningChange } from "./planning-change.ts";
import { eventsOfGroup, findEvent, type Planning } from "./planning.ts";
import { withoutAbsences } from "./shown-absences.ts";

/** A change that reverts a deletion. */
export type Restoration = Extract<
  PlanningChange,
  { readonly type: "event.restored" | "group.restored" | "series.restored" }
>;

/**
 * The change that reverts a deletion and restores everything deleted with it.
 * @param planning the state before the deletion
 * @returns `null` when the deletion would delete nothing
 */
export function undoingOf(planning: Planning, deletion: PlanningChange): Restoration | null {
  if (deletion.type === "event.deleted") {
    const event = findEvent(planning, deletion.eventId);
    return event ? { type: "event.restored", event: withoutAbsences(event) } : null;
  }
  if (deletion.type === "series.deleted") {
    const { eventId, seriesId, from } = deletion;
    const events = planning.events.filter((event) => isFollowing(deletion, event)).map(withoutAbsences);
    return events.length > 0 ? { type: "series.restored", eventId, seriesId, from, events } : null;
  }
  return deletion.type === "group.deleted" ? undoingOfGroup(planning, deletion.groupId) : null;
}

function undoingOfGroup(planning: Planning, groupId: string): Restoration | null {
  const place = planning.groups.findIndex(({ id }) => id === groupId);
  const group = planning.groups[place];
  if (!group) return null;
  return {
    type: "group.restored",
    group,
    place,
    events: eventsOfGroup(planning, groupId).map(withoutAbsences),
    pairs: planning.combinablePairs[groupId] ?? null,
    ...(planning.requiredRoles[groupId] && { requiredRoles: planning.requiredRoles[groupId] }),
    memberIds: planning.members?.[groupId] ?? [],
  };
}
