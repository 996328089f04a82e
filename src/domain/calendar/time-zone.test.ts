import { describe, expect, test } from "vitest";
import { clockChanges, momentOf, timeZoneNamed, wallTimeAt } from "./time-zone.ts";

const PARIS = timeZoneNamed("Europe/Paris");
const HOUR_MS = 60 * 60 * 1000;

function changesIn(name: string, from: string, to: string): string[] {
  const changes = clockChanges(timeZoneNamed(name), Date.parse(from), Date.parse(to));
  return changes.map(
    ({ at, before, after }) => `${new Date(at).toISOString()} ${before / HOUR_MS} to ${after / HOUR_MS}`,
  );
}

describe("the clocks of a zone", () => {
  test("change when its rules say so, to the second", () => {
    expect(changesIn("Europe/Paris", "2026-01-01", "2027-01-01")).toEqual([
      "2026-03-29T01:00:00.000Z 1 to 2",
      "2026-10-25T01:00:00.000Z 2 to 1",
    ]);
    expect(changesIn("America/Los_Angeles", "2026-01-01", "2027-01-01")).toEqual([
      "2026-03-08T10:00:00.000Z -8 to -7",
      "2026-11-01T09:00:00.000Z -7 to -8",
    ]);
    // A day that was left out, as the date line moved.
    expect(changesIn("Pacific/Kiritimati", "1994-01-01", "2027-01-01")).toEqual(["1994-12-31T10:00:00.000Z -10 to 14"]);
  });

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
