import { describe, expect, test } from "vitest";
import { comingAbsences, covers, refusalOfAbsence } from "./absences.ts";

const TODAY = "2026-11-20";

describe("an absence", () => {
  test("covers both its days and those between, and no others", () => {
    const days = { from: "2026-12-05", to: "2026-12-06" };
    const dates = ["2026-12-04", "2026-12-05", "2026-12-06", "2026-12-07"];
    expect(dates.map((date) => covers(days, date))).toEqual([false, true, true, false]);
  });

  test.each([
    ["a single day", "2026-12-05", "2026-12-05", null],
    ["one that began before and ends today", "2026-11-01", TODAY, null],
    ["366 days, both ends included", "2026-12-01", "2027-12-01", null],
    ["the end before the start", "2026-12-05", "2026-12-04", "absence.ends_before_start"],
    ["one that ended yesterday", "2026-11-01", "2026-11-19", "absence.past"],
    ["367 days", "2026-12-01", "2027-12-02", "absence.too_long"],
  ])("%s", (_, from, to, refusal) => {
    expect(refusalOfAbsence({ from, to }, 0, TODAY)).toBe(refusal);
  });

  test("is the fiftieth at most that is not over", () => {
    expect(refusalOfAbsence({ from: TODAY, to: TODAY }, 49, TODAY)).toBeNull();
    expect(refusalOfAbsence({ from: TODAY, to: TODAY }, 50, TODAY)).toBe("absence.too_many");
  });

  test("leaves the list on the day after its end, and the soonest stands first", () => {
    const late = { from: "2027-01-01", to: "2027-01-02" };
    const today = { from: "2026-11-10", to: TODAY };
    const over = { from: "2026-11-10", to: "2026-11-19" };
    expect(comingAbsences([late, over, today], TODAY)).toEqual([today, late]);
    expect(comingAbsences([today, late], TODAY)).toEqual([today, late]);
  });
});
