import { expect, it } from "vitest";
import { CHECK_INTERVAL_MS, CLOCK_MARGIN_MS, isNearExpiry, nextCheckIn } from "./expiry.ts";

const EXPIRES_AT = "2026-11-20T12:00:00.000Z";
const END = Date.parse(EXPIRES_AT);

it("a session is near its end from the clock margin on", () => {
  expect(isNearExpiry(EXPIRES_AT, END - CLOCK_MARGIN_MS - 1)).toBe(false);
  expect(isNearExpiry(EXPIRES_AT, END - CLOCK_MARGIN_MS)).toBe(true);
  expect(isNearExpiry(EXPIRES_AT, END + 1)).toBe(true);
});

it("a session that lasts is checked at the usual tick", () => {
  expect(nextCheckIn(EXPIRES_AT, END - 86_400_000)).toBe(CHECK_INTERVAL_MS);
  expect(nextCheckIn(null, END)).toBe(CHECK_INTERVAL_MS);
});

it("a session that ends before the next tick is checked at its margin", () => {
  expect(nextCheckIn(EXPIRES_AT, END - CLOCK_MARGIN_MS - 60_000)).toBe(60_000);
});

it("a device whose clock runs fast asks every ten seconds, not without a pause", () => {
  expect(nextCheckIn(EXPIRES_AT, END + 3_600_000)).toBe(10_000);
});
