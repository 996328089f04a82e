import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysInMonth, plainDate } from "../../domain/calendar/calendar.ts";
import { dayTitle, fullDate, fullDateTime, longDate, longDateTime, monthTitle, WEEKDAY_HEADERS } from "./dates.ts";

const LONG_FRENCH = new Intl.DateTimeFormat("fr-FR", { dateStyle: "full", timeZone: "UTC" });

describe("dates in French", () => {
  test("follow the fr-FR locale for any day from 1970 to 2100, except « 1er » for the first of a month", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1970, max: 2100 }),
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (year, month, share) => {
          const day = 1 + Math.floor(share * daysInMonth({ year, month }));
          const written = LONG_FRENCH.format(Date.UTC(year, month - 1, day)).replace(" 1 ", " 1er ");
          expect(longDate(plainDate(year, month, day))).toBe(written);
        },
      ),
    );
  });

  test("take the form that each place needs", () => {
    expect(monthTitle({ year: 2026, month: 11 })).toBe("novembre 2026");
    expect(fullDate("2026-11-24")).toBe("24 novembre 2026");
    expect(fullDateTime("2026-11-24", "19:30")).toBe("24 novembre 2026 à 19:30");
    expect(dayTitle("2026-11-15")).toBe("dimanche 15 novembre");
    expect(longDateTime("2026-11-22", "10:00")).toBe("dimanche 22 novembre 2026 à 10:00");
    expect(longDateTime("2026-12-01", "10:00")).toBe("mardi 1er décembre 2026 à 10:00");
    expect(dayTitle("2026-12-01")).toBe("mardi 1er décembre");
    expect(fullDate("2026-12-21")).toBe("21 décembre 2026");
  });

  test("have the seven column headers, Monday first", () => {
    expect(WEEKDAY_HEADERS).toEqual(["Lun", "Mar", "Mer", "Jeu", "Ven", "Sam", "Dim"]);
  });
});
