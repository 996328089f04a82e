import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eachHour } from "./start-demo.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:40:00.000Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

test("acts at each full hour, whenever it began, until it is stopped", () => {
  const moments: string[] = [];
  const stop = eachHour(() => moments.push(new Date().toISOString().slice(11, 19)));
  vi.advanceTimersByTime(19 * MINUTE_MS);
  expect(moments).toEqual([]);
  vi.advanceTimersByTime(121 * MINUTE_MS);
  expect(moments).toEqual(["13:00:00", "14:00:00", "15:00:00"]);
  stop();
  vi.advanceTimersByTime(120 * MINUTE_MS);
  expect(moments).toHaveLength(3);
});
