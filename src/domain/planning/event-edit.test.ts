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

  it("leaves the programme with its version and what was told of it, and an emptied one its version", () => {
    const programme = [{ title: "Abba Père" }];
    const planned = { ...EVENT, programme, programmeVersion: 3, programmeTold: 2 };
    const moved = editedEvent(planned, { date: "2026-12-06" }, "reset");
    expect(moved).toEqual({ ...planned, date: "2026-12-06", availability: [] });
    const emptied = editedEvent({ ...EVENT, programmeVersion: 4 }, { name: "Fête" }, "keep");
    expect(emptied).toEqual({ ...EVENT, name: "Fête", programmeVersion: 4 });
  });

  it("is refused for an end that is not after the start, and for an event that is gone", () => {
    expect(refusalOf(PLANNING, edit({ time: "11:30" }))).toBe("event.end_before_start");
    expect(refusalOf(PLANNING, edit({ time: "11:30", endTime: null }))).toBeNull();
    expect(refusalOf(EMPTY_PLANNING, edit({ name: "Fête" }))).toBe("event.not_found");
  });

  it("of an event past midnight says the day of its end, and is refused for an end that cannot be there", () => {
    const night = { ...EVENT, time: "21:00", endTime: "01:00", endsNextDay: true };
    const planning = { ...PLANNING, events: [night] };
    expect(editBetween(EVENT, night)).toEqual({ time: "21:00", endTime: "01:00", endsNextDay: true });
    const { endsNextDay: _, ...earlier } = { ...night, endTime: "23:00" };
    expect(editBetween(night, earlier)).toEqual({ endTime: "23:00", endsNextDay: null });
    expect(editBetween(earlier, night)).toEqual({ endTime: "01:00", endsNextDay: true });
    const refused = (fields: Parameters<typeof edit>[0]) => refusalOf(planning, edit(fields));
    expect(refused({ endTime: "05:30" })).toBeNull();
    expect(refused({ endTime: "05:31", endsNextDay: true })).toBe("event.end_too_late");
    expect(refused({ endTime: null, endsNextDay: true })).toBe("event.end_too_late");
    // Then it ends on its own day.
    expect(refused({ time: "00:30" })).toBeNull();
    // A day or more.
    expect(refused({ time: "01:00", endTime: "01:00", endsNextDay: true })).toBe("event.end_too_late");
    expect(refused({ endsNextDay: false })).toBe("event.end_before_start");
  });

  it("of a page that knows no next day keeps it, until its end is on the same day or gone", () => {
    const night = { ...EVENT, time: "21:00", endTime: "01:00", endsNextDay: true };
    expect(editedDetails(night, { name: "Fête" })).toMatchObject({ endTime: "01:00", endsNextDay: true });
    expect(editedDetails(night, { endTime: "02:00" })).toMatchObject({ endTime: "02:00", endsNextDay: true });
    for (const edited of [editedDetails(night, { endTime: "23:00" }), editedDetails(night, { endTime: null })]) {
      expect(edited).not.toHaveProperty("endsNextDay");
    }
  });
});
