import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  byDay,
  compareScheduled,
  dayOfMonth,
  daysBetween,
  daysInMonth,
  isInMonth,
  isPast,
  isPlainDate,
  monthGrid,
  monthKey,
  monthOf,
  plainDate,
  upcoming,
  weekday,
} from "./calendar.ts";
import { TIME_SLOTS } from "./time-slots.ts";

const anyMonth = fc.record({ year: fc.integer({ min: 1970, max: 2100 }), month: fc.integer({ min: 1, max: 12 }) });
const anyDate = anyMonth.chain(({ year, month }) =>
  fc.integer({ min: 1, max: daysInMonth({ year, month }) }).map((day) => plainDate(year, month, day)),
);
const anyScheduled = fc.record({
  id: fc.uuid(),
  date: fc.integer({ min: 1, max: 9 }).map((day) => plainDate(2026, 11, day)),
  time: fc.constantFrom(...TIME_SLOTS),
});

/** The result of the platform's own calendar, in UTC so that no time zone matters. */
function platformDate(date: string, addedDays = 0): Date {
  const instant = new Date(`${date}T00:00:00Z`);
  instant.setUTCDate(instant.getUTCDate() + addedDays);
  return instant;
}

describe("plain dates", () => {
  test.each(["2026-11-24", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s is a date", (text) => {
    expect(isPlainDate(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "2026-01-32",
    "0000-01-01",
    "12026-01-01",
    "2026-1-1",
    "24/11/2026",
    "2026-11-24T10:00",
    " 2026-11-24",
    "2026-11-24 ",
    "2026-11-24.0",
    "",
  ])("« %s » is not a date", (text) => {
    expect(isPlainDate(text)).toBe(false);
  });

  test("the weekday of any date from 1970 to 2100 is the platform's, counted from Monday", () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(weekday(date)).toBe((platformDate(date).getUTCDay() + 6) % 7);
      }),
    );
  });

  test("adding days agrees with the platform's calendar, forwards and backwards, over leap days and year ends", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -800, max: 800 }), (date, count) => {
        expect(addDays(date, count)).toBe(platformDate(date, count).toISOString().slice(0, 10));
      }),
    );
  });

  test("a date knows its month and its day", () => {
    expect(monthOf("2026-11-24")).toEqual({ year: 2026, month: 11 });
    expect(dayOfMonth("2026-11-04")).toBe(4);
    expect(isInMonth("2026-11-30", { year: 2026, month: 11 })).toBe(true);
    expect(isInMonth("2026-12-01", { year: 2026, month: 11 })).toBe(false);
    expect(isInMonth("2025-11-01", { year: 2026, month: 11 })).toBe(false);
  });

  test.each([
    [{ year: 2026, month: 12 }, 1, { year: 2027, month: 1 }],
    [{ year: 2026, month: 1 }, -1, { year: 2025, month: 12 }],
    [{ year: 2026, month: 11 }, 0, { year: 2026, month: 11 }],
    [{ year: 2026, month: 11 }, -23, { year: 2024, month: 12 }],
    [{ year: 2026, month: 11 }, 14, { year: 2028, month: 1 }],
  ])("%o and %i months make %o", (from, count, expected) => {
    expect(addMonths(from, count)).toEqual(expected);
  });

  test.each([
    [1, 31],
    [2, 28],
    [3, 31],
    [4, 30],
    [5, 31],
    [6, 30],
    [7, 31],
    [8, 31],
    [9, 30],
    [10, 31],
    [11, 30],
    [12, 31],
  ])("month %i of 2026 has %i days", (month, days) => {
    expect(daysInMonth({ year: 2026, month })).toBe(days);
  });
});

describe("the month grid", () => {
  test("holds each day of the month exactly once, in order, in whole weeks from Monday", () => {
    fc.assert(
      fc.property(anyMonth, ({ year, month }) => {
        const weeks = monthGrid({ year, month });
        const days = weeks.flat();
        const own = days.filter((date) => isInMonth(date, { year, month }));
        const expected = Array.from({ length: daysInMonth({ year, month }) }, (_, index) =>
          plainDate(year, month, index + 1),
        );
        expect(own).toEqual(expected);
        expect(weeks.every((week) => week.length === 7)).toBe(true);
        expect(weeks.map((week) => weekday(week[0] ?? ""))).toEqual(weeks.map(() => 0));
        expect(days).toEqual(days.map((_, index) => addDays(days[0] ?? "", index)));
      }),
    );
  });

  test("has no week that lies wholly outside the month", () => {
    fc.assert(
      fc.property(anyMonth, (month) => {
        expect(monthGrid(month).every((week) => week.some((date) => isInMonth(date, month)))).toBe(true);
      }),
    );
  });

  test.each([
    [{ year: 2027, month: 2 }, 4],
    [{ year: 2026, month: 10 }, 5],
    [{ year: 2026, month: 11 }, 6],
  ])("of %o has %i weeks", (month, weeks) => {
    expect(monthGrid(month)).toHaveLength(weeks);
  });
});

describe("the order of events", () => {
  const culte = { id: "b", date: "2026-11-22", time: "10:00" };
  const repetition = { id: "a", date: "2026-11-22", time: "19:30" };
  const veille = { id: "c", date: "2026-12-31", time: "22:30" };
  const hier = { id: "d", date: "2026-11-21", time: "20:00" };

  test("is by date, then time, then id", () => {
    expect([veille, repetition, culte, hier].toSorted(compareScheduled)).toEqual([hier, culte, repetition, veille]);
    const twin = { ...culte, id: "a" };
    expect([culte, twin].toSorted(compareScheduled)).toEqual([twin, culte]);
    expect(compareScheduled(culte, { ...culte })).toBe(0);
    expect(compareScheduled(culte, repetition)).toBe(-1);
    expect(compareScheduled(repetition, culte)).toBe(1);
  });

  test("an event that ends after midnight is past at its end, every other one when its day is", () => {
    const friday = { date: "2026-11-27", endTime: "01:30", endsNextDay: true };
    expect(["2026-11-27", "2026-11-28 00:00", "2026-11-28 01:29"].map((now) => isPast(friday, now))).not.toContain(
      true,
    );
    expect(["2026-11-28 01:30", "2026-11-28 05:30", "2026-11-29"].map((now) => isPast(friday, now))).not.toContain(
      false,
    );
    const evening = { date: "2026-11-27", endTime: "23:30" };
    expect(["2026-11-27 23:59", "2026-11-28 00:00", "2026-11-28"].map((now) => isPast(evening, now))).toEqual([
      false,
      true,
      true,
    ]);
    const night = { ...veille, ...friday };
    expect(upcoming([night], "2026-11-28 01:00")).toEqual([night]);
    expect(upcoming([night], "2026-11-28 01:30")).toEqual([]);
  });

  test("upcoming events are the next three from today on, today included", () => {
    expect(upcoming([veille, repetition, culte, hier], "2026-11-22")).toEqual([culte, repetition, veille]);
    expect(upcoming([veille, repetition, culte, hier], "2026-11-21")).toEqual([hier, culte, repetition]);
    expect(upcoming([veille, hier], "2027-01-01")).toEqual([]);
    expect(upcoming([veille, hier], "2026-11-01", 1)).toEqual([hier]);
  });

  test("each day holds all its events in order, and none is lost", () => {
    fc.assert(
      fc.property(fc.array(anyScheduled), (events) => {
        const days = byDay(events);
        expect([...days.values()].flat()).toEqual(events.toSorted(compareScheduled));
        for (const [date, ofDay] of days) expect(ofDay.every((event) => event.date === date)).toBe(true);
      }),
    );
  });
});

test("the days between two dates are those that are added to the first, across leap days and years", () => {
  expect(daysBetween("2026-11-22", "2026-11-22")).toBe(0);
  expect(daysBetween("2028-02-28", "2028-03-01")).toBe(2);
  fc.assert(
    fc.property(anyMonth, fc.integer({ min: -800, max: 800 }), ({ year, month }, days) => {
      const from = plainDate(year, month, 1);
      expect(daysBetween(from, addDays(from, days))).toBe(days);
    }),
  );
});

test("a month is named in addresses with its year first", () => {
  expect(monthKey({ year: 2026, month: 3 })).toBe("2026-03");
});
