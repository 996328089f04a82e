/**
 * Setup of the server tests. The thread that reads a publication runs from the build of test-build.ts. From its sources
 * it takes twice as long, and the tests start some hundreds.
 */
import { basename, join } from "node:path";
import type * as threads from "node:worker_threads";
import { inject, vi } from "vitest";

const THREAD = "publication-worker";

vi.mock("node:worker_threads", async (importOriginal) => {
  const original = await importOriginal<typeof threads>();
  class Worker extends original.Worker {
    constructor(file: string, options: threads.WorkerOptions) {
      super(basename(file, ".ts") === THREAD ? join(inject("serverFolder"), `${THREAD}.js`) : file, options);
    }
  }
  return { ...original, Worker };
});
