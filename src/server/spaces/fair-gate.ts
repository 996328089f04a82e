/** Runs a few tasks at a time, in order of arrival. Tasks for people go before tasks for the clock. */
export interface FairGate {
  readonly run: <Result>(urgency: Urgency, work: () => Promise<Result>) => Promise<Result>;
}

/** `person`: somebody waits for the task; `clock`: a job is due. */
export type Urgency = "person" | "clock";

/** @param atOnce how many tasks run at a time. A task for the clock starts only when no other task runs. */
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
