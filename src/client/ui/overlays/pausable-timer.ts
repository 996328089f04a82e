export interface HeldTimer {
  /** Stops the time, keeping what is left of it, until every reason to hold is released. */
  hold(reason: string): void;
  release(reason: string): void;
  /** Ends without calling. */
  stop(): void;
}

/** Calls `onEnd` once `milliseconds` have passed, the time during which it is held not counted. Starts at once. */
export function createHeldTimer(milliseconds: number, onEnd: () => void): HeldTimer {
  const reasons = new Set<string>();
  let left = milliseconds;
  let startedAt = performance.now();
  let handle = setTimeout(onEnd, left);

  return {
    hold: (reason) => {
      if (reasons.size === 0) {
        clearTimeout(handle);
        left -= performance.now() - startedAt;
      }
      reasons.add(reason);
    },
    release: (reason) => {
      if (!reasons.delete(reason) || reasons.size > 0) return;
      startedAt = performance.now();
      handle = setTimeout(onEnd, left);
    },
    stop: () => clearTimeout(handle),
  };
}
