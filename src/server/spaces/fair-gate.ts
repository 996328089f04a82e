/** Lets a few tasks run at a time, in order of arrival. Those of people go before those of the clock. */
export interface FairGate {
  readonly run: <Result>(urgency: Urgency, work: () => Promise<Result>) => Promise<Result>;
}

/** `person`: somebody waits for it; `clock`: something is due. */
export type Urgency = "person" | "clock";

export function createFairGate(atOnce: number): FairGate {
  const waiting: Readonly<Record<Urgency, (() => void)[]>> = { person: [], clock: [] };
  let running = 0;

  function passOn(): void {
    const next = waiting.person.shift() ?? waiting.clock.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async run(urgency, work) {
      if (running < atOnce) running += 1;
      else await new Promise<void>((resolve) => waiting[urgency].push(resolve));
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
