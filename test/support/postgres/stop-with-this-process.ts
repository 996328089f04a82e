import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { isAlive } from "./is-alive.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const LOOK_AGAIN_MS = 10;

/** The running servers, by the folder of their files. */
const servers = new Map<string, ChildProcess>();
let isWatching = false;

/** Blocks the process: a listener of `exit` cannot await anything. */
function waitWithoutReturning(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function endAll(): void {
  for (const [folder, server] of servers) {
    server.kill("SIGQUIT");
    // A process that still runs would write into the folder during its removal.
    while (server.pid !== undefined && isAlive(server.pid)) waitWithoutReturning(LOOK_AGAIN_MS);
    rmSync(folder, { recursive: true, force: true });
  }
  servers.clear();
}

function watchOurEnd(): void {
  if (isWatching) return;
  isWatching = true;
  process.once("exit", endAll);
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      endAll();
      // Our listener kept the signal from ending this process. Without other listeners, the repeated signal ends it.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}

/** When this process ends, by itself or by a signal, the server ends too and its folder is removed. */
export function stopWithThisProcess(folder: string, server: ChildProcess): void {
  watchOurEnd();
  servers.set(folder, server);
}

/** Forgets the server of `folder`: it has ended, and the caller removes the folder. */
export function hasEnded(folder: string): void {
  servers.delete(folder);
}
