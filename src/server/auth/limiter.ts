import { Refusal } from "../errors.ts";

/** At 30 ms each, what waits behind this many would be given up by its browser. */
const QUEUE_MAX = 500;

export interface Limiter {
  /** Runs `task` when one of the slots is free, in the order of the calls. @throws Refusal when too many wait */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Lets `size` tasks run at one time. */
export function createLimiter(size: number): Limiter {
  const waiting: (() => void)[] = [];
  let free = size;

  async function takeSlot(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= QUEUE_MAX) throw new Refusal("server.unavailable", { retryAfter: 5 });
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    await turn.promise;
  }

  function giveSlot(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(task) {
      await takeSlot();
      try {
        return await task();
      } finally {
        giveSlot();
      }
    },
  };
}
