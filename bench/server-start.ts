import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER } from "#test/support/process/start-diapason.ts";
import { listenOnLoopback } from "./loopback.ts";
import { median } from "./percentile.ts";
import type { Row } from "./table.ts";

const ROUNDS = 7;
const MOST_START_MS = 600;
const MOST_IDLE_MB = 110;
/** Long enough for the heap to settle after the start. */
const IDLE_MS = 3000;

const DIAPASON = SERVER.slice(1);
const HELLO = ["-e", `require("http").createServer((_, answer) => answer.end("hello")).listen(process.env.PORT)`];

type Run = { milliseconds: number; megabytes: number };

/** Time from start to first answer, and memory when idle, of the built server and of a bare one, alternating. */
export async function measureServer(): Promise<Row[]> {
  const empty: Run[] = [];
  const again: Run[] = [];
  const hello: Run[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), "diapason-bench-"));
    hello.push(await runOnce(HELLO, dataDir));
    empty.push(await runOnce(DIAPASON, dataDir));
    again.push(await runOnce(DIAPASON, dataDir));
    await rm(dataDir, { recursive: true });
  }
  const goal = { of: "value", atMost: MOST_START_MS } as const;
  const [reference, memory] = [medianOf(hello, "milliseconds"), medianOf(hello, "megabytes")];
  return [
    { name: "first answer, empty data folder", value: medianOf(empty, "milliseconds"), unit: "ms", reference, goal },
    { name: "first answer, data there", value: medianOf(again, "milliseconds"), unit: "ms", reference, goal },
    {
      name: "resident when idle",
      value: medianOf(again, "megabytes"),
      unit: "MB",
      reference: memory,
      goal: { of: "value", atMost: MOST_IDLE_MB },
    },
  ];
}

/** Starts the program, calls it until it answers, lets it idle, reads its memory, and stops it. */
async function runOnce(words: readonly string[], dataDir: string): Promise<Run> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: dataDir,
    env: { PATH: process.env["PATH"], PORT: String(port), DATA_DIR: dataDir },
    stdio: "ignore",
  });
  await firstAnswer(port, child);
  const milliseconds = performance.now() - start;
  await sleep(IDLE_MS);
  const megabytes = await residentMegabytes(child.pid);
  child.kill();
  await once(child, "exit");
  return { milliseconds, megabytes };
}

async function firstAnswer(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isThere = await fetch(`http://localhost:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await sleep(2);
  }
  throw new Error("the server ended before it answered");
}

/** Read from /proc on Linux; `NaN` elsewhere. */
export async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  probe.close();
  return port;
}

function medianOf(runs: readonly Run[], figure: keyof Run): number {
  return median(runs.map((run) => run[figure]));
}
