import { describe, expect, test } from "vitest";
import { addDays } from "./calendar.ts";
import { endOfEvent, momentOf, timeZoneNamed, todayOf, wallTimeAt } from "./time-zone.ts";

const PARIS = timeZoneNamed("Europe/Paris");
const MINUTE_MS = 60_000;

describe("the clocks of a zone", () => {
  test("show a moment as a wall time, and a wall time is a moment", () => {
    const moment = Date.parse("2026-07-01T22:30:00Z");
    expect(wallTimeAt(moment, PARIS)).toEqual({ date: "2026-07-02", time: "00:30" });
    expect(momentOf({ date: "2026-07-02", time: "00:30" }, PARIS)).toBe(moment);
  });

  test.each([
    ["2026-03-29", "01:59", "00:59"],
    // Skipped: counted with the offset before.
    ["2026-03-29", "02:30", "01:30"],
    ["2026-03-29", "03:00", "01:00"],
    ["2026-10-25", "01:59", "23:59"],
    // Comes twice: the first.
    ["2026-10-25", "02:00", "00:00"],
    ["2026-10-25", "02:59", "00:59"],
    ["2026-10-25", "03:00", "02:00"],
  ])("%s %s in Paris is %s in UTC", (date, time, expected) => {
    expect(new Date(momentOf({ date, time }, PARIS)).toISOString().slice(11, 16)).toBe(expected);
  });

  test.each([
    ["Europe/Paris", "2026-03-28T22:59:59Z", "2026-03-28"],
    ["Europe/Paris", "2026-03-28T23:00:00Z", "2026-03-29"],
    ["Europe/Paris", "2026-06-30T21:59:59Z", "2026-06-30"],
    ["Europe/Paris", "2026-06-30T22:00:00Z", "2026-07-01"],
    ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"],
    ["America/Guadeloupe", "2027-01-01T03:59:59Z", "2026-12-31"],
    ["UTC", "2028-02-29T12:00:00Z", "2028-02-29"],
  ])("in %s it is, at %s, %s", (name, now, today) => {
    expect(todayOf({ now: new Date(now), zone: timeZoneNamed(name) })).toBe(today);
  });

  test.each([
    ["Europe/Paris", "2026-03-29T01:00:00Z", [60, 120]],
    ["Europe/Paris", "2026-10-25T01:00:00Z", [120, 60]],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", [630, 660]],
  ])("in %s are set at %s, whatever was asked before", (name, change, [before, after]) => {
    const { offsetAt } = timeZoneNamed(name);
    const at = Date.parse(change);
    // From outside to the change itself, then back: the second time some offsets are known.
    const distances = Array.from({ length: 37 }, (_, index) => (36 - index) * 5 * MINUTE_MS);
    for (const distance of [...distances, ...distances.toReversed()]) {
      expect([offsetAt(at - distance - 1) / MINUTE_MS, offsetAt(at + distance) / MINUTE_MS]).toEqual([before, after]);
    }
  });

  test("are right over more hours than are remembered", () => {
    const { offsetAt } = timeZoneNamed("America/Guadeloupe");
    const start = Date.parse("2026-01-01T00:00:00Z");
    const offsets = Array.from({ length: 10_001 }, (_, hour) => offsetAt(start + hour * 60 * MINUTE_MS));
    expect(new Set(offsets)).toEqual(new Set([-240 * MINUTE_MS]));
  });

  test("are of zones that the platform knows", () => {
    expect(() => timeZoneNamed("Europe/Atlantis")).toThrow(RangeError);
  });
});

function end(event: Parameters<typeof endOfEvent>[0]): string {
  return new Date(endOfEvent(event, PARIS)).toISOString();
}

test("an event is over at its end, by the clock of its place", () => {
  expect(end({ date: "2026-11-29", time: "10:00", endTime: "11:15" })).toBe("2026-11-29T10:15:00.000Z");
});

test("an event without an end is over two hours after its start, past midnight and over a change of the clocks", () => {
  expect(end({ date: "2026-11-29", time: "10:00" })).toBe("2026-11-29T11:00:00.000Z");
  expect(end({ date: "2026-11-29", time: "23:30" })).toBe("2026-11-30T00:30:00.000Z");
  // Clocks go forward at 2:00.
  expect(end({ date: "2027-03-28", time: "01:30" })).toBe("2027-03-28T02:30:00.000Z");
});

test("an event that ends on the next day is over then: Friday's concert until 01:30, the last evening of a year", () => {
  expect(end({ date: "2026-11-27", time: "21:00", endTime: "01:30", endsNextDay: true })).toBe(
    "2026-11-28T00:30:00.000Z",
  );
  expect(end({ date: "2026-12-31", time: "23:30", endTime: "00:30", endsNextDay: true })).toBe(
    "2026-12-31T23:30:00.000Z",
  );
});

test("in both nights in which the clocks change, an event lasts as long as the clocks at its place say", () => {
  const night = { time: "23:30", endsNextDay: true };
  // Clocks go from 2:00 to 3:00: half past two does not exist, and is counted as if they had not changed yet.
  expect(end({ ...night, date: "2027-03-27", endTime: "00:30" })).toBe("2027-03-27T23:30:00.000Z");
  expect(end({ ...night, date: "2027-03-27", endTime: "02:30" })).toBe("2027-03-28T01:30:00.000Z");
  expect(end({ ...night, date: "2027-03-27", endTime: "03:30" })).toBe("2027-03-28T01:30:00.000Z");
  // Clocks go from 3:00 to 2:00: the first half past two.
  expect(end({ ...night, date: "2027-10-30", endTime: "00:30" })).toBe("2027-10-30T22:30:00.000Z");
  expect(end({ ...night, date: "2027-10-30", endTime: "02:30" })).toBe("2027-10-31T00:30:00.000Z");
  expect(end({ ...night, date: "2027-10-30", endTime: "03:30" })).toBe("2027-10-31T02:30:00.000Z");
});

test("every end after midnight is after its start, to the second, in every zone and night of a year", () => {
  const zones = [
    "Europe/Paris",
    "America/Santiago",
    "Africa/Cairo",
    "Asia/Beirut",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
  ];
  const lengths = zones.map(timeZoneNamed).flatMap((zone) =>
    Array.from({ length: 365 }, (_, day) => {
      const event = { date: addDays("2027-01-01", day), time: "23:30", endTime: "00:30", endsNextDay: true };
      return (endOfEvent(event, zone) - momentOf(event, zone)) / 60_000;
    }),
  );
  // An hour; less or more where the clocks change between the two, and none of them ends before it starts.
  expect([...new Set(lengths)].toSorted((a, b) => a - b)).toEqual([60, 120]);
});
