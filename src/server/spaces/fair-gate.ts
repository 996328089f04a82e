/** `person`: somebody waits for the task; `clock`: a job is due. */
export type Urgency = "person" | "clock";

/**
 * Returns a function that runs tasks, `atOnce` at a time, in order of arrival. Tasks for people go before tasks for the
 * clock, which start only when no other task runs.
 */
export function createFairGate(atOnce: number) {
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

  return async <Result>(urgency: Urgency, work: () => Promise<Result>): Promise<Result> => {
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
  };
}
