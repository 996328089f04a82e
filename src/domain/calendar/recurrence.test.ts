import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, weekday } from "./calendar.ts";
import { FREQUENCIES, isLastOfMonth, latestUntil, rankInMonth, recurringDates } from "./recurrence.ts";

const date = fc.nat(3000).map((days) => addDays("2024-01-01", days));

describe("recurringDates", () => {
  it("counts the first day and the last", () => {
    expect(recurringDates("2026-11-29", "week", "2026-12-13")).toEqual(["2026-11-29", "2026-12-06", "2026-12-13"]);
    expect(recurringDates("2026-11-29", "week", "2026-12-12")).toEqual(["2026-11-29", "2026-12-06"]);
  });

  it("goes on over new year and both clock changes, by days of the calendar", () => {
    expect(recurringDates("2026-12-27", "two_weeks", "2027-01-24")).toEqual(["2026-12-27", "2027-01-10", "2027-01-24"]);
    expect(recurringDates("2026-10-18", "week", "2026-11-01")).toEqual(["2026-10-18", "2026-10-25", "2026-11-01"]);
    expect(recurringDates("2027-03-21", "week", "2027-04-04")).toEqual(["2027-03-21", "2027-03-28", "2027-04-04"]);
  });

  it("keeps weekday and rank each month", () => {
    expect(recurringDates("2026-11-08", "month", "2027-02-28")).toEqual([
      "2026-11-08",
      "2026-12-13",
      "2027-01-10",
      "2027-02-14",
    ]);
  });

  it("takes the last Sunday where a month has no fifth", () => {
    expect(recurringDates("2026-11-29", "month", "2027-03-31")).toEqual([
      "2026-11-29",
      "2026-12-27",
      "2027-01-31",
      "2027-02-28",
      "2027-03-28",
    ]);
  });

  it("is one date if it ends on its first day, and none if it ends before", () => {
    expect(recurringDates("2026-11-29", "month", "2026-11-29")).toEqual(["2026-11-29"]);
    expect(recurringDates("2026-11-29", "month", "2026-11-28")).toEqual([]);
  });

  it("never goes beyond the same day a year later", () => {
    const dates = recurringDates("2026-11-29", "week", "9999-12-31");
    expect(dates).toHaveLength(53);
    expect(dates.at(-1)).toBe("2027-11-28");
    expect(latestUntil("2026-11-29")).toBe("2027-11-29");
    expect(latestUntil("2028-02-29")).toBe("2029-02-28");
  });

  it("ends in the year 9999", () => {
    expect(recurringDates("9998-12-31", "week", "9999-12-31")).toHaveLength(53);
  });

  it("calls a fifth weekday the last", () => {
    expect([isLastOfMonth("2026-11-29"), isLastOfMonth("2026-11-22")]).toEqual([true, false]);
  });

  it("has every date once, in order, on the same weekday, within the limits", () => {
    fc.assert(
      fc.property(date, fc.constantFrom(...FREQUENCIES), fc.nat(366), (first, every, days) => {
        const until = addDays(first, days);
        const dates = recurringDates(first, every, until);
        expect(dates[0]).toBe(first);
        expect(dates.every((each) => weekday(each) === weekday(first))).toBe(true);
        const steps = dates.slice(1).map((each, index) => daysBetween(dates[index] ?? "", each));
        const allowed = { week: [7], two_weeks: [14], month: [28, 35] }[every];
        expect(steps.every((step) => allowed.includes(step))).toBe(true);
        expect(daysBetween(dates.at(-1) ?? "", until)).toBeLessThan(Math.max(...allowed));
        if (every === "month" && rankInMonth(first) < 5) {
          expect(dates.every((each) => rankInMonth(each) === rankInMonth(first))).toBe(true);
        }
      }),
    );
  });
});
