import { eventsOfGroup, findEvent, type PlannedEvent, type Planning } from "#domain/planning.ts";
import { applyChange, type PlanningChange } from "#domain/planning-change.ts";
import { planningOf } from "./known-planning.ts";
import type { OutboxEntry } from "./outbox-record.ts";
import type { ReadPart } from "./planning-part.ts";

/** What is known of the shared planning, and on top of it what this person has changed and the server has not said yet. */
export interface ShownPlanning {
  /** Takes in what is known and unsent by now; the same planning as long as both are. */
  readonly show: (parts: readonly ReadPart[], unsent: readonly OutboxEntry[]) => Planning;
  /** What is known, without the unsent changes, as last shown. */
  readonly known: () => Planning;
  /** How many events a group has, past ones included. */
  readonly eventCount: (groupId: string) => number;
}

export function createShownPlanning(nothing: Planning): ShownPlanning {
  let [known, shown] = [nothing, nothing];
  let parts: readonly ReadPart[] = [];
  let unsent: readonly OutboxEntry[] = [];

  return {
    show(nextParts, nextUnsent) {
      const isKnown = nextParts.length === parts.length && nextParts.every((part, index) => part === parts[index]);
      const nextKnown = isKnown ? known : planningOf(nextParts, known);
      if (nextKnown !== known || nextUnsent !== unsent) {
        shown = nextUnsent.reduce((planning, { change }) => applyChange(planning, change), nextKnown);
      }
      [parts, known, unsent] = [nextParts, nextKnown, nextUnsent];
      return shown;
    },
    known: () => known,
    eventCount(groupId) {
      const counted = parts.map(({ part }) => part).find((part) => part.type === "group" && part.groupId === groupId);
      const own = eventsOfGroup(known, groupId).length;
      const total = counted?.type === "group" && counted.known ? counted.known.eventCount : own;
      return total + eventsOfGroup(shown, groupId).length - own;
    },
  };
}

/** The event that a change is about, by what its author calls it. */
export function aboutOf(planning: Planning, change: PlanningChange): Pick<PlannedEvent, "name" | "date"> | null {
  const event =
    "event" in change ? change.event : "eventId" in change ? findEvent(planning, change.eventId) : undefined;
  return event ? { name: event.name, date: event.date } : null;
}
