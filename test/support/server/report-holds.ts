import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const NANOSECONDS = 1_000_000;

// For `node --import`. At SIGUSR2 the server prints for how long its event loop was blocked at most since the last report.
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  process.on("SIGUSR2", () => {
    process.stdout.write(`held for ${Math.round(delays.max / NANOSECONDS)} ms\n`);
    delays.reset();
  });
}
