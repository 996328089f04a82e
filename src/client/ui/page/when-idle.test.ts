import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenIdle } from "./lazy-part.tsx";

let now = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", {});
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The next timer rings after so many milliseconds. */
function ringAfter(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersToNextTimer();
}

test("without requestIdleCallback, an idle page works at once", () => {
  const task = vi.fn();
  whenIdle(task, 5_000);
  ringAfter(20);
  expect(task).toHaveBeenCalledTimes(1);
});

test("without requestIdleCallback, a busy page is waited for until it is idle, or the time is over", () => {
  const [early, late] = [vi.fn(), vi.fn()];
  whenIdle(early, 5_000);
  ringAfter(300);
  expect(early).not.toHaveBeenCalled();
  ringAfter(25);
  expect(early).toHaveBeenCalledTimes(1);
  whenIdle(late, 500);
  ringAfter(300);
  expect(late).not.toHaveBeenCalled();
  ringAfter(300);
  expect(late).toHaveBeenCalledTimes(1);
});

test("without requestIdleCallback, cancelled work is not done", () => {
  const task = vi.fn();
  whenIdle(task, 5_000)();
  expect(vi.getTimerCount()).toBe(0);
  expect(task).not.toHaveBeenCalled();
});
