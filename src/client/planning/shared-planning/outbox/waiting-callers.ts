import type { SubmitOutcome } from "#contract/planning/submit.ts";

type Resolve = (outcome: SubmitOutcome) => void;

/** The callers on this page that wait for the outcome of a submitted change. */
export interface WaitingCallers {
  readonly outcomeOf: (id: string) => Promise<SubmitOutcome>;
  readonly isWaiting: (id: string) => boolean;
  readonly settle: (id: string, outcome: SubmitOutcome) => void;
  /** Makes the callers of `id` wait for the outcome of `newId`. */
  readonly move: (id: string, newId: string) => void;
  readonly ids: () => readonly string[];
}

export function createWaitingCallers(): WaitingCallers {
  const waiting = new Map<string, readonly Resolve[]>();

  function add(id: string, resolves: readonly Resolve[]): void {
    waiting.set(id, [...(waiting.get(id) ?? []), ...resolves]);
  }

  return {
    outcomeOf: (id) => new Promise((resolve) => add(id, [resolve])),
    isWaiting: (id) => waiting.has(id),
    settle(id, outcome) {
      const resolves = waiting.get(id) ?? [];
      waiting.delete(id);
      for (const resolve of resolves) resolve(outcome);
    },
    move(id, newId) {
      const resolves = waiting.get(id);
      if (!resolves) return;
      waiting.delete(id);
      add(newId, resolves);
    },
    ids: () => [...waiting.keys()],
  };
}
