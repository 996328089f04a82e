import type { Urgency } from "./priority-queue.ts";

/** How long tasks run without a pause: about the time that a page takes. */
const LONGEST_MS = 1;

/**
 * Returns a function that long work on SQLite awaits between its statements. The function yields to the event loop, so
 * that requests are handled in between. Without it they would wait: SQLite runs each statement synchronously, and `await`
 * alone does not yield. `undefined`: no pause is needed now.
 */
export function createPauses(): (urgency: Urgency) => Promise<void> | undefined {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { person: [], background: [] };
  let resumedAt = performance.now();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.person.length + waiting.background.length === 0) return;
    isScheduled = true;
    setImmediate(resumeNext);
  }

  /** Resumes one task, people's first. Before the next immediate, the event loop handles requests. */
  function resumeNext(): void {
    isScheduled = false;
    resumedAt = performance.now();
    (waiting.person.shift() ?? waiting.background.shift())?.();
    schedule();
  }

  return (urgency) => {
    if (performance.now() - resumedAt < LONGEST_MS && waiting[urgency].length === 0) return undefined;
    return new Promise((resolve) => {
      waiting[urgency].push(resolve);
      schedule();
    });
  };
}
