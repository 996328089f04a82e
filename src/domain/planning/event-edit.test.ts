import { describe, expect, it } from "vitest";
import { editBetween, editedDetails, editedEvent } from "./event-edit.ts";
import { applyChange, type PlanningChange, refusalOf } from "./planning-change.ts";
import { EMPTY_PLANNING, type PlannedEvent } from "./planning.ts";

const ENTRY = { userId: "anne", userName: "Anne Roy", position: "Piano", status: "present" } as const;
const EVENT: PlannedEvent = {
  id: "e",
  groupId: "1",
  name: "Culte",
  date: "2026-11-29",
  time: "10:00",
  location: "Temple",
  endTime: "11:30",
  availability: [ENTRY],
};
const PLANNING = { ...EMPTY_PLANNING, groups: [{ id: "1", name: "Louange" }], events: [EVENT] };

function edit(fields: Extract<PlanningChange, { type: "event.edited" }>["edit"]): PlanningChange {
  return { type: "event.edited", eventId: "e", edit: fields, answers: "keep" };
}

describe("an edit", () => {
  it("changes the fields it names, and takes an optional one away with null", () => {
    expect(editedDetails(EVENT, { name: "Fête", endTime: null, details: "Partitions" })).toEqual({
      name: "Fête",
      date: "2026-11-29",
      time: "10:00",
      location: "Temple",
      details: "Partitions",
    });
  });

  it("holds the fields that differ, so that two edits at once each keep their own", () => {
    const renamed = editBetween(EVENT, { ...EVENT, name: "Fête" });
    const { endTime: _, ...withoutEnd } = EVENT;
    const shortened = editBetween(EVENT, withoutEnd);
    expect([renamed, shortened]).toEqual([{ name: "Fête" }, { endTime: null }]);
    const both = [edit(renamed), edit(shortened)].reduce(applyChange, PLANNING);
    expect(both.events[0]).toMatchObject({ name: "Fête", time: "10:00" });
    expect(both.events[0]).not.toHaveProperty("endTime");
  });

  it("keeps the answers, or drops them where the event moves", () => {
    expect(editedEvent(EVENT, { date: "2026-12-06" }, "keep").availability).toEqual([ENTRY]);
    expect(editedEvent(EVENT, { date: "2026-12-06" }, "reset").availability).toEqual([]);
    expect(editedEvent(EVENT, { location: "Salle" }, "reset").availability).toEqual([ENTRY]);
  });

  it("is refused for an end that is not after the start, and for an event that is gone", () => {
    expect(refusalOf(PLANNING, edit({ time: "11:30" }))).toBe("event.end_before_start");
    expect(refusalOf(PLANNING, edit({ time: "11:30", endTime: null }))).toBeNull();
    expect(refusalOf(EMPTY_PLANNING, edit({ name: "Fête" }))).toBe("event.not_found");
  });
});
