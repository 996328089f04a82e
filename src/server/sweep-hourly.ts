import type { Logger } from "pino";

const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

/** Returns a function that stops it. */
export function sweepHourly(sweep: () => Promise<void>, logger: Logger): () => Promise<void> {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = sweep().catch((error: unknown) => logger.error({ error: String(error) }, "sweeping failed"));
  }, SWEEP_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return last;
  };
}
