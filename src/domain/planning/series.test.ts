import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChange, type PlanningChange, refusalOf } from "./planning-change.ts";
import { EMPTY_PLANNING, type Planning } from "./planning.ts";
import { eventsOfSeries, seriesEventId } from "./series.ts";
import { undoingOf } from "./undoing.ts";

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
