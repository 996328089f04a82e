import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAlarm, watchClock } from "./alarm.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const START = new Date("2026-11-20T12:00:00Z").getTime();

let now: number;
let rings: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  now = START;
  rings = 0;
});
afterEach(() => vi.useRealTimers());

function newAlarm() {
  const watch = watchClock(() => new Date(now));
  return { watch, ...createAlarm(watch, () => void (rings += 1)) };
}

/** Lets clock and timers go on together. */
function pass(milliseconds: number): void {
  const end = now + milliseconds;
  while (now < end) {
    const step = Math.min(SECOND_MS, end - now);
    now += step;
    vi.advanceTimersByTime(step);
  }
}

test("rings once, at its moment, and has no timer before it is set or after it rang", () => {
  const alarm = newAlarm();
  expect(vi.getTimerCount()).toBe(0);
  alarm.set(new Date(START + HOUR_MS));
  expect(vi.getTimerCount()).toBe(1);
  pass(HOUR_MS - SECOND_MS);
  expect(rings).toBe(0);
  pass(SECOND_MS);
  expect([rings, vi.getTimerCount()]).toEqual([1, 0]);
  pass(HOUR_MS);
  expect(rings).toBe(1);
});

test("has one timer, whatever it is set to", () => {
  const alarm = newAlarm();
  for (let minutes = 1; minutes < 100; minutes += 1) alarm.advance(new Date(START + minutes * 60 * SECOND_MS));
  expect(vi.getTimerCount()).toBe(1);
  alarm.advance(new Date(START + 10 * SECOND_MS));
  pass(10 * SECOND_MS);
  expect(rings).toBe(1);
  alarm.set(new Date(START + HOUR_MS));
  alarm.set(null);
  expect(vi.getTimerCount()).toBe(0);
});

test("rings within half a minute after the clock was set forward, or the machine slept", () => {
  newAlarm().set(new Date(START + 10 * HOUR_MS));
  now += 10 * HOUR_MS;
  pass(30 * SECOND_MS);
  expect(rings).toBe(1);
});

test("rings within half a minute after the clock was set back, as others may wait for too long now", () => {
  const alarm = newAlarm();
  alarm.set(new Date(START + HOUR_MS));
  now -= 10 * HOUR_MS;
  pass(30 * SECOND_MS);
  expect([rings, alarm.watch.readAndClearSetBack(), alarm.watch.readAndClearSetBack()]).toEqual([1, true, false]);
});

test("rings at a moment years ahead, and not at once", () => {
  newAlarm().set(new Date(START + 2000 * 24 * HOUR_MS));
  pass(HOUR_MS);
  expect(rings).toBe(0);
  now = START + 2000 * 24 * HOUR_MS;
  pass(30 * SECOND_MS);
  expect(rings).toBe(1);
});

test("does not ring any more once stopped", () => {
  const alarm = newAlarm();
  alarm.set(new Date(START + SECOND_MS));
  alarm.stop();
  alarm.advance(new Date(START + SECOND_MS));
  expect(vi.getTimerCount()).toBe(0);
});
