import { expect, test } from "vitest";
import { wallCalendar } from "./shared-planning.ts";

test.each([
  ["Europe/Paris", "2026-03-28T22:59:59Z", "2026-03-28"],
  ["Europe/Paris", "2026-03-28T23:00:00Z", "2026-03-29"],
  ["Europe/Paris", "2026-06-30T21:59:59Z", "2026-06-30"],
  ["Europe/Paris", "2026-06-30T22:00:00Z", "2026-07-01"],
  ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"],
  ["America/Guadeloupe", "2027-01-01T03:59:59Z", "2026-12-31"],
  ["UTC", "2028-02-29T12:00:00Z", "2028-02-29"],
])("in %s it is, at %s, %s", (timeZone, now, today) => {
  expect(wallCalendar(timeZone)(new Date(now))).toBe(today);
});
