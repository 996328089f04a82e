import type { Urgency } from "./fair-gate.ts";

/** Breaks the work on SQLite, which is one chain of microtasks, so that requests come in between. */
export interface Pauses {
  /** Resolves when the work may go on; `undefined`: at once. */
  readonly wait: (urgency: Urgency) => Promise<void> | undefined;
}

/** A page takes about as long: one that comes in between waits no longer than for another page. */
const LONGEST_MS = 1;

export function createPauses(): Pauses {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { person: [], clock: [] };
  let since = performance.now();
  let isNextSet = false;

  function setNext(): void {
    if (isNextSet || waiting.person.length + waiting.clock.length === 0) return;
    isNextSet = true;
    setImmediate(goOn);
  }

  /** One at a time: the loop looks for requests before the next immediate that this one sets. */
  function goOn(): void {
    isNextSet = false;
    since = performance.now();
    (waiting.person.shift() ?? waiting.clock.shift())?.();
    setNext();
  }

  return {
    wait(urgency) {
      if (performance.now() - since < LONGEST_MS && waiting[urgency].length === 0) return undefined;
      return new Promise((resolve) => {
        waiting[urgency].push(resolve);
        setNext();
      });
    },
  };
}
