import { describe, expect, test } from "vitest";
import { momentOf, timeZoneNamed, wallTimeAt } from "./time-zone.ts";

const PARIS = timeZoneNamed("Europe/Paris");

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

  test("are of zones that the platform knows", () => {
    expect(() => timeZoneNamed("Europe/Atlantis")).toThrow(RangeError);
  });
});
