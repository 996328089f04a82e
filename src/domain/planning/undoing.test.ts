import fc from "fast-check";
import { expect, test } from "vitest";
import { entriesFor } from "../availability/availability.ts";
import { compareScheduled } from "../calendar/calendar.ts";
import { applyChange, type PlanningChange } from "./planning-change.ts";
import { type PlannedEvent, type Planning, SEED_GROUPS } from "./planning.ts";
import { undoingOf } from "./undoing.ts";

const camille = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Voix", "Lead"] } as const;

function event(id: string, groupId: string): PlannedEvent {
  const availability = entriesFor(camille, "present");
  const row = { id, groupId, name: "Culte", date: "2026-11-22", time: "10:00", location: "Temple" };
  return { ...row, requiredRoles: ["Lead"], lineUp: [{ role: "Lead", userId: camille.id }], availability };
}

const PLANNING: Planning = {
  groups: SEED_GROUPS,
  events: [event("a", "1"), event("b", "2"), event("c", "1")],
  combinablePairs: { 1: [["Bass", "Piano"]] },
  requiredRoles: { 1: ["Lead", "Voix"], 3: [] },
  wishes: { c: 2 },
  absences: [],
  members: { 1: ["c"], 2: [], 3: [] },
};

const deletion = fc.oneof(
  fc.record({ type: fc.constant("event.deleted" as const), eventId: fc.constantFrom("a", "b", "c", "unknown") }),
  fc.record({ type: fc.constant("group.deleted" as const), groupId: fc.constantFrom("1", "2", "3", "unknown") }),
);

/** The list of events has no order of its own: every screen sorts it. */
function inOrder(planning: Planning): Planning {
  return { ...planning, events: planning.events.toSorted(compareScheduled) };
}

test("what was deleted last is taken back first, and all is as before: places, events, answers, members, pairs", () => {
  fc.assert(
    fc.property(fc.array(deletion, { maxLength: 5 }), fc.boolean(), (deletions, keepsMembers) => {
      const start = { ...PLANNING, members: keepsMembers ? PLANNING.members : null };
      let planning: Planning = start;
      const undoings: PlanningChange[] = [];
      for (const deleting of deletions) {
        const undoing = undoingOf(planning, deleting);
        planning = applyChange(planning, deleting);
        if (undoing) undoings.unshift(undoing);
      }
      expect(inOrder(undoings.reduce(applyChange, planning))).toEqual(inOrder(start));
    }),
  );
});

test.each<[PlanningChange]>([
  [{ type: "event.deleted", eventId: "unknown" }],
  [{ type: "group.deleted", groupId: "unknown" }],
  [{ type: "group.renamed", groupId: "1", name: "Chorale" }],
])("nothing is to be taken back of %o", (change) => {
  expect(undoingOf(PLANNING, change)).toBeNull();
});
