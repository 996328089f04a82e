import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { momentOf, timeZoneNamed, wallTimeAt } from "../calendar/time-zone.ts";
import { afterQuietHours } from "./quiet-hours.ts";

const HOUR_MS = 60 * 60 * 1000;
const ZONES = ["Europe/Paris", "America/New_York", "America/Santiago", "Asia/Beirut"].map(timeZoneNamed);

function goesOut(zoneName: string, date: string, time: string): string {
  const zone = timeZoneNamed(zoneName);
  const shown = wallTimeAt(afterQuietHours(momentOf({ date, time }, zone), zone), zone);
  return `${shown.date} ${shown.time}`;
}

function isQuiet(time: string): boolean {
  return time >= "21:00" || time < "08:00";
}

describe("quiet hours", () => {
  test.each([
    ["20:59", "2026-11-22 20:59"],
    ["21:00", "2026-11-23 08:00"],
    ["23:59", "2026-11-23 08:00"],
    ["00:00", "2026-11-22 08:00"],
    ["07:59", "2026-11-22 08:00"],
    ["08:00", "2026-11-22 08:00"],
  ])("what is due at %s goes out at %s", (time, expected) => {
    expect(goesOut("Europe/Paris", "2026-11-22", time)).toBe(expected);
  });

  test("are over from the first second of 8:00", () => {
    const moment = Date.parse("2026-11-22T07:00:30.500Z");
    expect(afterQuietHours(moment, timeZoneNamed("Europe/Paris"))).toBe(moment);
  });

  test.each([
    ["Europe/Paris", "2026-03-28", 10],
    ["Europe/Paris", "2026-10-24", 12],
    ["America/New_York", "2026-03-07", 10],
    ["America/New_York", "2026-10-31", 12],
    // The clocks change at midnight: from 24:00 to 1:00, and from 24:00 back to 23:00.
    ["America/Santiago", "2026-09-05", 10],
    ["America/Santiago", "2026-04-04", 12],
    ["Asia/Beirut", "2026-03-28", 10],
    ["Asia/Beirut", "2026-10-24", 12],
  ])("end at 8:00 of the wall clock when the clocks change: %s, %s, %d hours", (name, date, hours) => {
    const zone = timeZoneNamed(name);
    const evening = momentOf({ date, time: "21:00" }, zone);
    const out = afterQuietHours(evening, zone);
    expect(wallTimeAt(out, zone).time).toBe("08:00");
    expect((out - evening) / HOUR_MS).toBe(hours);
  });

  test("hold back only what is quiet, and only until they end", () => {
    const moments = fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2027-12-31") });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, (zone, moment) => {
        const out = afterQuietHours(moment, zone);
        const timeAt = (each: number) => wallTimeAt(each, zone).time;
        expect(afterQuietHours(out, zone)).toBe(out);
        expect(out > moment).toBe(isQuiet(timeAt(moment)));
        expect(timeAt(out)).toBe(out > moment ? "08:00" : timeAt(moment));
        for (let each = moment; each < out; each += HOUR_MS / 2) expect(isQuiet(timeAt(each))).toBe(true);
      }),
    );
  });
});
