import { describe, expect, it } from "vitest";
import { dayPage, monthPage } from "#client/pages.ts";
import { canShow, viewOf } from "#contract/calendar-view.ts";
import { startingDay } from "./use-calendar.ts";

const TODAY = "2026-11-12";
const NOVEMBER = { year: 2026, month: 11 };

describe("the view of an address", () => {
  const readView = (search: string, today: string) => viewOf(new URLSearchParams(search), today);

  it("shows today's month where the address asks for nothing", () => {
    expect(readView("", TODAY)).toEqual({ month: NOVEMBER, day: null });
  });

  it("shows the month that is asked for", () => {
    expect(readView("?mois=2027-03", TODAY)).toEqual({ month: { year: 2027, month: 3 }, day: null });
  });

  it("shows the month of the day that is asked for", () => {
    expect(readView("jour=2027-03-14", TODAY)).toEqual({ month: { year: 2027, month: 3 }, day: "2027-03-14" });
  });

  it.each([
    "?mois=2026-13",
    "?mois=0000-01",
    "?mois=9999-12",
    "?mois=nonsense",
    "?jour=2026-02-30",
    "?jour=12026-01-01",
  ])("shows today's month for %s", (search) => {
    expect(readView(search, TODAY)).toEqual({ month: NOVEMBER, day: null });
  });

  it("reads back the addresses it gives", () => {
    expect(readView(monthPage("2027-03").slice(1), TODAY)).toEqual({ month: { year: 2027, month: 3 }, day: null });
    expect(readView(dayPage("2027-03-14").slice(1), TODAY).day).toBe("2027-03-14");
  });
});

describe("canShow", () => {
  it("ends where a day of the grid could not be written any more", () => {
    expect(canShow({ year: 9999, month: 11 })).toBe(true);
    expect(canShow({ year: 9999, month: 12 })).toBe(false);
    expect(canShow({ year: 0, month: 12 })).toBe(false);
  });
});

describe("startingDay", () => {
  it("is today in today's month", () => {
    expect(startingDay(NOVEMBER, TODAY, ["2026-11-02"])).toBe(TODAY);
  });

  it("is the first day with an event in another month, whatever the order they come in", () => {
    expect(startingDay({ year: 2026, month: 12 }, TODAY, ["2026-12-20", "2026-12-06", "2026-11-29"])).toBe(
      "2026-12-06",
    );
  });

  it("is the first of a month without events", () => {
    expect(startingDay({ year: 2026, month: 12 }, TODAY, [])).toBe("2026-12-01");
  });
});
