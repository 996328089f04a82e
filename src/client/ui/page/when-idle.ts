/** A timer of so many milliseconds that rings in time means that nothing else was to be done. */
const STEP_MS = 20;

/** Calls `task` when the page has nothing to do, or after `withinMs` milliseconds; returns how to cancel. */
export function whenIdle(task: () => void, withinMs: number): () => void {
  if (!("requestIdleCallback" in window)) return whenTimersRing(task, withinMs);
  const handle = requestIdleCallback(task, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}

/** For browsers that cannot tell when they are idle (Safari). */
function whenTimersRing(task: () => void, withinMs: number): () => void {
  const start = performance.now();
  let asked = start;
  let timer = setTimeout(ring, STEP_MS);

  function ring(): void {
    const now = performance.now();
    if (now - asked < 2 * STEP_MS || now - start >= withinMs) return task();
    asked = now;
    timer = setTimeout(ring, STEP_MS);
  }

  return () => clearTimeout(timer);
}
