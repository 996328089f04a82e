import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPausableTimer } from "./toast-box.tsx";

describe("a held timer", () => {
  const onEnd = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    onEnd.mockReset();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("ends after its time", () => {
    createPausableTimer(10_000, onEnd);
    vi.advanceTimersByTime(9_999);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test("does not count the time during which it is held", () => {
    const timer = createPausableTimer(10_000, onEnd);
    vi.advanceTimersByTime(6_000);
    timer.pause("pointer");
    vi.advanceTimersByTime(60_000);
    timer.resume("pointer");
    vi.advanceTimersByTime(3_999);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test("runs on only when the last reason to hold it is gone", () => {
    const timer = createPausableTimer(10_000, onEnd);
    timer.pause("pointer");
    timer.pause("focus");
    timer.resume("pointer");
    vi.advanceTimersByTime(60_000);
    expect(onEnd).not.toHaveBeenCalled();
    timer.resume("focus");
    vi.advanceTimersByTime(10_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test("is not sped up by releasing what did not hold it", () => {
    const timer = createPausableTimer(10_000, onEnd);
    timer.resume("pointer");
    vi.advanceTimersByTime(10_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test("never ends once stopped", () => {
    createPausableTimer(10_000, onEnd).stop();
    vi.advanceTimersByTime(20_000);
    expect(onEnd).not.toHaveBeenCalled();
  });
});
