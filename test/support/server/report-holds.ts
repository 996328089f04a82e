import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const NANOSECONDS_PER_MS = 1_000_000;

// For `node --import`: at SIGUSR2 the server prints the longest block of its event loop since the last SIGUSR2.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  process.on("SIGUSR2", () => {
    process.stdout.write(`held for ${Math.round(delays.max / NANOSECONDS_PER_MS)} ms\n`);
    delays.reset();
  });
}
