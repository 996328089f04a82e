import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { residentMegabytes } from "../../bench/memory.ts";
import type { Engine } from "../../src/server/database/database.ts";
import { type TeamServer, startTeamServer } from "../team/team-server.ts";
import type { GeneratedRequest } from "./generate-request.ts";
import { newTally, sendRequest, sendRequests, type Tally } from "./send-requests.ts";

const COUNT = "100000";
/** The team's rows are restored after so many requests. */
const BATCH = 250;
/** Memory at the end is compared with memory after this share of the requests. */
const WARM_SHARE = 0.1;
/** Long enough to collect garbage and return memory to the system. */
const SETTLE_MS = 5000;
const COLLECTING = ["--import", join(import.meta.dirname, "collect-garbage.ts")];
const MOST_GROWTH = 1.1;
/** The run stops after so many faults: later ones are usually repetitions. */
const MOST_FAULTS = 20;
/** With fewer requests, some calls may never succeed. */
const ENOUGH_FOR_ALL = 20_000;

/** Sends the requests; returns the server's resident memory after the first share and at the end, in megabytes. */
async function run(server: TeamServer, seed: number, count: number, tally: Tally): Promise<[number, number]> {
  const { url, pid, calls } = server;
  let warm = Number.NaN;
  for (let from = 0; from < count && tally.faults.length < MOST_FAULTS; from += BATCH) {
    await sendRequests({ url, calls, seed, tally }, from, Math.min(count, from + BATCH));
    await server.restore();
    if (tally.sent % Math.ceil(count / 10) < BATCH) {
      console.log(`${tally.sent} sent, ${(await residentMegabytes(pid)).toFixed(1)} MB resident`);
    }
    if (Number.isNaN(warm) && tally.sent >= count * WARM_SHARE) {
      warm = await heldMegabytes(pid);
    }
  }
  return [warm, await heldMegabytes(pid)];
}

/** Resident memory after garbage collection, because V8 keeps room for its largest heap. */
async function heldMegabytes(pid: number): Promise<number> {
  process.kill(pid, "SIGUSR2");
  await sleep(SETTLE_MS);
  return residentMegabytes(pid);
}

function printTally({ sent, answers, successes, faults }: Tally, server: TeamServer): void {
  const sorted = [...answers].toSorted(([, one], [, other]) => other - one);
  const share = (count: number) => `${((100 * count) / sent).toFixed(2)} %`;
  console.table(Object.fromEntries(sorted.map(([name, count]) => [name, { count, share: share(count) }])));
  const without = server.calls.filter(({ id }) => !successes.has(id)).map(({ id }) => id);
  console.log(`${server.calls.length - without.length} of ${server.calls.length} calls had success at least once`);
  if (without.length > 0) console.log(`without: ${without.join(", ")}`);
  for (const { fault, request } of faults) console.log(`${fault}\n  --replay '${lineOf(request)}'`);
}

/** Without single quotes, so that a shell can take the line in single quotes. */
function lineOf(request: GeneratedRequest): string {
  return JSON.stringify(request).replaceAll("'", "\\u0027");
}

async function replay(server: TeamServer, line: string): Promise<boolean> {
  const { url, calls } = server;
  const tally = newTally();
  const agent = new Agent();
  await sendRequest({ url, calls, seed: 0, tally }, JSON.parse(line) as GeneratedRequest, agent);
  agent.destroy();
  console.log(
    [...tally.answers.keys()].join(),
    tally.faults.map(({ fault }) => fault),
  );
  return tally.faults.length === 0;
}

async function attack(server: TeamServer, seed: number, count: number): Promise<boolean> {
  const tally = newTally();
  const [warm, end] = await run(server, seed, count, tally);
  printTally(tally, server);
  console.log(
    `resident without garbage: ${warm.toFixed(1)} MB after ${100 * WARM_SHARE} %, ${end.toFixed(1)} MB at the end`,
  );
  const isComplete = count < ENOUGH_FOR_ALL || tally.successes.size === server.calls.length;
  return tally.faults.length === 0 && isComplete && end <= warm * MOST_GROWTH;
}

/**
 * Sends requests generated from the API's own document, some as a page would send them and most with a mutation, as an
 * anonymous caller, a member and an admin. Checks each answer, and that the server's memory does not grow.
 */
export async function soakRequests(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      count: { type: "string", default: COUNT },
      engine: { type: "string", default: "sqlite" },
      seed: { type: "string", default: String(Date.now() % 2 ** 32) },
      replay: { type: "string" },
    },
  });
  console.log(`seed ${values.seed}, ${values.engine}`);
  const server = await startTeamServer(values.engine as Engine, COLLECTING);
  try {
    if (values.replay !== undefined) return await replay(server, values.replay);
    return await attack(server, Number(values.seed), Number(values.count));
  } finally {
    const log = server.failures();
    if (log.length > 0) console.log(log.slice(0, MOST_FAULTS).join("\n"));
    await server.stop();
  }
}
