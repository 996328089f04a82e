import type { Urgency } from "./fair-gate.ts";

/** About the time that a page takes. */
const LONGEST_MS = 1;

/**
 * Returns a function that interrupts work on SQLite, which would otherwise be one chain of microtasks, so that requests are
 * answered meanwhile. It resolves when the work may continue; `undefined`: it may continue at once.
 */
export function createPauses(): (urgency: Urgency) => Promise<void> | undefined {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { person: [], clock: [] };
  let since = performance.now();
  let isNextSet = false;

  function setNext(): void {
    if (isNextSet || waiting.person.length + waiting.clock.length === 0) return;
    isNextSet = true;
    setImmediate(goOn);
  }

  /** Continues one task. The event loop handles requests before the immediate that is set for the next task. */
  function goOn(): void {
    isNextSet = false;
    since = performance.now();
    (waiting.person.shift() ?? waiting.clock.shift())?.();
    setNext();
  }

  return (urgency) => {
    if (performance.now() - since < LONGEST_MS && waiting[urgency].length === 0) return undefined;
    return new Promise((resolve) => {
      waiting[urgency].push(resolve);
      setNext();
    });
  };
}
