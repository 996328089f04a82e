/** For browsers that cannot tell when they are idle (Safari). */
const USUAL_MS = 1_000;

/** Calls `task` when the page has nothing to do, or after `withinMs` milliseconds; returns how to cancel. */
export function whenIdle(task: () => void, withinMs: number): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, Math.min(USUAL_MS, withinMs));
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
