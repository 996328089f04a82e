import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryFolder } from "#test/support/process/memory-folder.ts";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";
import { privateMegabytes, proportionalMegabytes, residentMegabytes } from "../memory.ts";
import { median } from "../percentile.ts";
import type { Row } from "../table.ts";
import { measureInRounds } from "../measure-in-rounds.ts";
import { startBareServer } from "./bare-server.ts";
import { requestOf } from "./requests.ts";

const ROUNDS = 5;
/** Long enough for the heap to settle after the start. */
const IDLE_MS = 3000;

interface Run {
  readonly milliseconds: number;
  /** Megabytes. */
  readonly proportional: number;
  readonly own: number;
  readonly resident: number;
}

/** Time from the start to the first response, and memory when idle, compared with a bare server. The database exists. */
export async function measureStart(): Promise<Row[]> {
  // `npm start` has no compile cache; those who loaded the configuration of the browser tests have one.
  delete process.env["NODE_COMPILE_CACHE"];
  const dataDir = await mkdtemp(join(memoryFolder(), "diapason-start-"));
  const own = () => runOnce(() => startDiapason({ SHARING: "on", DATA_DIR: dataDir }));
  const bare = () => runOnce(() => startBareServer(memoryFolder(), { DATA_DIR: dataDir }));
  await Promise.all([own(), bare()]);
  const runs = await measureInRounds(ROUNDS, { bare, own });
  await rm(dataDir, { recursive: true });
  const row = (name: string, unit: Row["unit"], figure: keyof Run): Row => ({
    name,
    value: median(runs.own.map((run) => run[figure])),
    unit,
    reference: median(runs.bare.map((run) => run[figure])),
  });
  return [
    {
      ...row("start until the first answer", "ms", "milliseconds"),
      goal: { of: "ratio", reach: 2, aim: 1.5 },
    },
    {
      // The goal is for this figure: the proportional set size depends on how many other processes run the same Node.
      ...row("memory when idle, resident", "MB", "resident"),
      goal: { of: "ratio", reach: 1.35, aim: 1.2 },
    },
    row("the same, proportional set size", "MB", "proportional"),
    row("the same, what no other process shares", "MB", "own"),
  ];
}

/** Starts the server, calls it, lets it idle, reads its memory, and stops it. */
async function runOnce(start: () => Promise<Diapason>): Promise<Run> {
  const begin = performance.now();
  const server = await start();
  await firstAnswer(server);
  const milliseconds = performance.now() - begin;
  await sleep(IDLE_MS);
  const measured = await Promise.all(
    [proportionalMegabytes, privateMegabytes, residentMegabytes].map((measure) => measure(server.pid)),
  );
  const [proportional = Number.NaN, own = Number.NaN, resident = Number.NaN] = measured;
  await server.stop();
  return { milliseconds, proportional, own, resident };
}

async function firstAnswer({ url }: Diapason): Promise<void> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(requestOf(url, "GET", "/api/health", { cookie: "" }));
  const [bytes] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  const start = bytes.toString("latin1", 0, 12);
  if (!start.endsWith("200")) throw new Error(`the first answer is ${start}`);
}
