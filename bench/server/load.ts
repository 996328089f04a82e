import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Job, Result, Traffic } from "./load-generator.ts";

const GENERATOR = join(import.meta.dirname, "load-generator.ts");
const MEASURED_MS = 2000;

export interface LoadGenerator {
  /** Runs all traffic at the same time. @throws Error when a response has another status, or a connection ends */
  readonly run: (traffic: readonly Traffic[]) => Promise<readonly Result[]>;
  readonly stop: () => void;
}

/** Starts another process that makes requests. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(GENERATOR);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the load generator ended with ${String(code)}`);
  });
  let isStopped = false;
  failed.catch((error: unknown) => {
    if (!isStopped) throw error;
  });
  return {
    async run(traffic) {
      child.send({ traffic, milliseconds: MEASURED_MS } satisfies Job);
      const [results] = (await Promise.race([once(child, "message"), failed])) as [Result[]];
      return results;
    },
    stop() {
      isStopped = true;
      child.kill();
    },
  };
}
