import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { residentMegabytes } from "../../bench/memory.ts";
import { median } from "../../bench/percentile.ts";
import { createRandom, type Random } from "../random.ts";
import { startTeamServer, type TeamServer } from "../team/team-server.ts";
import { pickVisit } from "./visits.ts";

const MINUTES = "30";
/** Visits per second: a busy Sunday of a large team, and a tenth of what one core can serve. */
const RATE = "8";
/** Number of parts of a run, each with its own figure; in a run of half an hour a part is a minute. */
const PARTS = 30;
/** After this part memory must not grow any more: the fifth minute of thirty. */
const WARM_PART = 5;
/** Visits before the measurement, one after another, so that the server has loaded and compiled everything. */
const FIRST_VISITS = 600;
const SHORT_STAY_MS = 50;
/** The heap varies: a part's figure is the median of so many samples. */
const LOOKS = 10;
/** In percent. */
const MOST_GROWTH = "10";
const MOST_FAULTS = 20;
const MINUTE_MS = 60_000;

interface Load {
  readonly server: TeamServer;
  readonly random: Random;
  readonly rate: number;
  readonly faults: string[];
  /** Ends the visits that are still open. */
  readonly leave: AbortController;
}

async function warmUp({ server: { url }, random, faults }: Load): Promise<void> {
  for (let count = 0; count < FIRST_VISITS; count += 1) {
    const place = { url, signal: AbortSignal.timeout(SHORT_STAY_MS) };
    await pickVisit(random)(place, random).catch((error: unknown) => void faults.push(String(error)));
  }
}

/** Starts visits at the given rate until `end` (of `performance.now`); returns all that were started. */
async function visitUntil(end: number, { server, random, rate, faults, leave }: Load): Promise<Promise<void>[]> {
  const begun: Promise<void>[] = [];
  const place = { url: server.url, signal: leave.signal };
  const start = performance.now();
  while (performance.now() < end) {
    const visit = pickVisit(random)(place, random);
    begun.push(visit.catch((error: unknown) => void faults.push(String(error))));
    await sleep(Math.max(0, start + (begun.length * 1000) / rate - performance.now()));
  }
  return begun;
}

async function medianResident(pid: number, milliseconds: number): Promise<number> {
  const looks: number[] = [];
  while (looks.length < LOOKS) {
    await sleep(milliseconds / LOOKS);
    looks.push(await residentMegabytes(pid));
  }
  return median(looks);
}

/** The figures of the parts, in megabytes. Deleted events are removed from the trash after each part. */
async function run(load: Load, partMs: number): Promise<number[]> {
  const figures: number[] = [];
  const begun: Promise<void>[] = [];
  while (figures.length < PARTS && load.faults.length < MOST_FAULTS) {
    const visiting = visitUntil(performance.now() + partMs, load);
    const figure = await medianResident(load.server.pid, partMs);
    begun.push(...(await visiting));
    await load.server.emptyTrash();
    figures.push(figure);
    const minutes = ((figures.length * partMs) / MINUTE_MS).toFixed(1);
    console.log(`${minutes} min: ${figure.toFixed(1)} MB resident, ${begun.length} visits so far`);
  }
  load.leave.abort();
  await Promise.all(begun);
  return figures;
}

/**
 * Simulates half an hour of visits: people read, answer, sign in and out, create and delete events, and receive
 * changes. Checks that the server's resident memory stays as it was after the fifth minute, but for `--growth` percent.
 */
export async function soakLoad(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: "string", default: MINUTES },
      rate: { type: "string", default: RATE },
      growth: { type: "string", default: MOST_GROWTH },
      seed: { type: "string", default: String(Date.now() % 2 ** 32) },
    },
  });
  console.log(`seed ${values.seed}`);
  const server = await startTeamServer("sqlite");
  const random = createRandom(Number(values.seed));
  const load: Load = { server, random, rate: Number(values.rate), faults: [], leave: new AbortController() };
  await warmUp(load);
  const figures = await run(load, (Number(values.minutes) * MINUTE_MS) / PARTS);
  const faults = [...load.faults, ...server.failures()];
  await server.stop();
  for (const fault of faults.slice(0, MOST_FAULTS)) console.log(fault);
  const growth = (figures.at(-1) ?? Number.NaN) / (figures[WARM_PART - 1] ?? Number.NaN);
  console.log(`at the end ${(100 * growth).toFixed(1)} % of what it was after a sixth of the time`);
  return faults.length === 0 && 100 * (growth - 1) <= Number(values.growth);
}
