/** Lets a few tasks run at a time, in order of arrival. Those of people go before those of the clock. */
export interface FairGate {
  readonly run: <Result>(urgency: Urgency, work: () => Promise<Result>) => Promise<Result>;
}

/** `person`: somebody waits for it; `clock`: something is due. */
export type Urgency = "person" | "clock";

/** @param atOnce for people; of the clock's tasks one at a time, while no other is under way */
export function createFairGate(atOnce: number): FairGate {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { person: [], clock: [] };
  let running = 0;

  function startWaiting(): void {
    while (running < atOnce && waiting.person.length > 0) start(waiting.person.shift());
    if (running === 0) start(waiting.clock.shift());
  }

  function start(begin: (() => void) | undefined): void {
    if (begin === undefined) return;
    running += 1;
    begin();
  }

  return {
    async run(urgency, work) {
      await new Promise<void>((resolve) => {
        waiting[urgency].push(resolve);
        startWaiting();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        startWaiting();
      }
    },
  };
}
