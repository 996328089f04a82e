export interface HeldTimer {
  /** Stops the time, keeping what is left of it. */
  hold(): void;
  /** Lets the time run on. */
  release(): void;
  /** Ends without calling. */
  stop(): void;
}

/** Calls `onEnd` once `milliseconds` have passed, the time during which it is held not counted. Starts at once. */
export function createHeldTimer(milliseconds: number, onEnd: () => void): HeldTimer {
  let left = milliseconds;
  let startedAt = 0;
  let handle: ReturnType<typeof setTimeout> | undefined;

  const hold = () => {
    if (handle === undefined) return;
    clearTimeout(handle);
    handle = undefined;
    left -= performance.now() - startedAt;
  };
  const release = () => {
    if (handle !== undefined) return;
    startedAt = performance.now();
    handle = setTimeout(onEnd, left);
  };
  release();
  return { hold, release, stop: () => clearTimeout(handle) };
}
