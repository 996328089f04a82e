import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editBetween, editedDetails, editedEvent, eventsOfSeries, seriesEventId } from "./event-edit.ts";
import { applyChange, type PlanningChange, refusalOf } from "./planning-change.ts";
import { EMPTY_PLANNING, type PlannedEvent, type Planning } from "./planning.ts";
import { undoingOf } from "./undoing.ts";

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

const SERIES = "3f2b8c1e-5d4a-4e6f-9a7b-0123456789ab";
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const CULTE = { name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };
const NEW = { ...CULTE, id: SERIES, groupId: "1", every: "week", until: "2026-12-13" } as const;
const ANNE = { id: "anne", firstName: "Anne", lastName: "Roy", positions: ["Piano"] } as const;
const EMPTY: Planning = { ...EMPTY_PLANNING, groups: [{ id: "1", name: "Louange" }] };

function after(...changes: readonly PlanningChange[]): Planning {
  return changes.reduce(applyChange, EMPTY);
}

const CREATED = { type: "series.created", series: NEW } as const;
const ID = (date: string) => seriesEventId(SERIES, date);
const FOLLOWING = { eventId: ID("2026-12-06"), seriesId: SERIES, from: "2026-12-06" };
const EDIT = { type: "series.edited", ...FOLLOWING, days: 0, edit: {}, answers: "keep" } as const;
const SAID = { type: "availability.set", eventId: ID("2026-12-13"), person: ANNE, answer: "present" } as const;

describe("a series", () => {
  it("is one event for each date, with ids that page and server derive alike", () => {
    const events = eventsOfSeries(NEW);
    expect(events.map(({ date }) => date)).toEqual(["2026-11-29", "2026-12-06", "2026-12-13"]);
    expect(events.every(({ seriesId, id }) => seriesId === SERIES && UUID.test(id))).toBe(true);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    expect(events[0]).toEqual({ ...CULTE, id: ID("2026-11-29"), groupId: "1", seriesId: SERIES, availability: [] });
  });

  it("has ids that differ from day to day, whatever the id of the series", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const [one, next] = [seriesEventId(id, "2026-12-31"), seriesEventId(id, "2027-01-01")];
        expect(one).not.toBe(next);
        expect([one, next].every((each) => UUID.test(each))).toBe(true);
      }),
    );
  });

  it("is refused where one of its events is there already, and in a group that is not", () => {
    expect(refusalOf(after(CREATED), CREATED)).toBe("event.exists");
    expect(refusalOf(EMPTY_PLANNING, CREATED)).toBe("group.not_found");
  });

  it("moves from one of its dates on, by as many days, and keeps the answers", () => {
    const moved = after(CREATED, SAID, { ...EDIT, days: 1, edit: { time: "10:30" } });
    expect(moved.events.map(({ date, time }) => `${date} ${time}`)).toEqual([
      "2026-11-29 10:00",
      "2026-12-07 10:30",
      "2026-12-14 10:30",
    ]);
    expect(moved.events[2]?.availability).toHaveLength(1);
  });

  it("asks again only where a date or time changed", () => {
    const renamed = after(CREATED, SAID, { ...EDIT, edit: { name: "Fête" }, answers: "reset" });
    expect(renamed.events[2]?.availability).toHaveLength(1);
    const moved = after(CREATED, SAID, { ...EDIT, days: 7, answers: "reset" });
    expect(moved.events[2]?.availability).toEqual([]);
  });

  it("refuses an edit after which one of its events would end before it starts", () => {
    const ending = { ...EDIT, type: "event.edited", eventId: ID("2026-12-13"), edit: { endTime: "11:00" } } as const;
    const planning = after(CREATED, ending);
    expect(refusalOf(planning, { ...EDIT, edit: { time: "12:00" } })).toBe("event.end_before_start");
    expect(applyChange(planning, { ...EDIT, edit: { time: "12:00" } })).toBe(planning);
  });

  it("is deleted from one of its dates on, and comes back as it was", () => {
    const before = after(CREATED, SAID);
    const deletion = { type: "series.deleted", ...FOLLOWING } as const;
    const left = applyChange(before, deletion);
    expect(left.events.map(({ date }) => date)).toEqual(["2026-11-29"]);
    const undoing = undoingOf(before, deletion);
    expect(undoing && applyChange(left, undoing)).toEqual(before);
    expect(undoingOf(left, deletion)).toBeNull();
    expect(refusalOf(left, deletion)).toBe("event.not_found");
    expect(refusalOf(left, EDIT)).toBe("event.not_found");
    expect(undoing && refusalOf(before, undoing)).toBe("event.exists");
  });

  it("moves once, however often the same change comes", () => {
    const move = { ...EDIT, days: 1 };
    const once = after(CREATED, move);
    expect(applyChange(once, move).events).toEqual(once.events);
  });

  it("cannot come back where its group is gone", () => {
    const back = { type: "series.restored", ...FOLLOWING, events: eventsOfSeries(NEW) } as const;
    expect(refusalOf(EMPTY_PLANNING, back)).toBe("group.not_found");
  });

  it("keeps an answer that somebody gave for another person, without the name of a deleted user", () => {
    const said = { ...SAID, saidBy: "bruno" } as const;
    const left = after(CREATED, said, { type: "person.removed", userId: "bruno" });
    expect(left.events[2]?.availability).toEqual([
      { userId: "anne", userName: "Anne Roy", position: "Piano", status: "present" },
    ]);
  });
});
