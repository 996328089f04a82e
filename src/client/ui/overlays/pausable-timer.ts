export interface PausableTimer {
  /** Pauses the timer, keeping the remaining time, until every reason to pause is resumed. */
  pause(reason: string): void;
  resume(reason: string): void;
  /** Ends the timer without calling `onEnd`. */
  stop(): void;
}

/** Calls `onEnd` after `milliseconds`; paused time does not count. Starts at once. */
export function createPausableTimer(milliseconds: number, onEnd: () => void): PausableTimer {
  const reasons = new Set<string>();
  let left = milliseconds;
  let startedAt = performance.now();
  let handle = setTimeout(onEnd, left);

  return {
    pause: (reason) => {
      if (reasons.size === 0) {
        clearTimeout(handle);
        left -= performance.now() - startedAt;
      }
      reasons.add(reason);
    },
    resume: (reason) => {
      if (!reasons.delete(reason) || reasons.size > 0) return;
      startedAt = performance.now();
      handle = setTimeout(onEnd, left);
    },
    stop: () => clearTimeout(handle),
  };
}
