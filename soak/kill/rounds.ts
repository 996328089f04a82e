import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database, Engine } from "../../src/server/database/database.ts";
import { openDatabase } from "../../src/server/database/open-database.ts";
import { startDiapason } from "../../test/start-diapason.ts";
import { startPostgres, type TestPostgres } from "../../test/start-postgres.ts";
import { signInDefaultAdmin } from "../call.ts";
import { forkRandom, type Random, wholeNumber } from "../random.ts";
import { findWorlds } from "./found-worlds.ts";
import { fileFaults, logFaults, type Moment, readMoment } from "./integrity.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface Kills {
  readonly engine: Engine;
  readonly rounds: number;
  readonly random: Random;
}

export interface KillOutcome {
  /** Writes that were acknowledged in all rounds. */
  readonly acknowledged: number;
  /** What was not as it must be: one line each. */
  readonly faults: readonly string[];
}

const WRITERS = 8;
/** The end comes after so many writes at most, and up to so many milliseconds: between two of them, or within one. */
const MOST_WRITES = 60;
const LATEST_MS = 30;
/** In every second round PostgreSQL goes with the server. */
const POSTGRES_EVERY = 2;

interface Place {
  readonly settings: Readonly<Record<string, string>>;
  readonly postgres: TestPostgres | null;
  readonly remove: () => Promise<void>;
}

async function createPlace(engine: Engine): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "diapason-kill-"));
  const postgres = engine === "postgres" ? await startPostgres() : null;
  return {
    settings: {
      DATA_DIR: dataDir,
      SHARING: "on",
      ...(postgres && { DATABASE_URL: `${postgres.url}/postgres` }),
    },
    postgres,
    async remove() {
      await postgres?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Lets all write to the server at `url`; resolves with how many writes it acknowledged, once it is gone. */
async function writeAll(url: string, writers: readonly Writer[], onAcknowledged: (count: number) => void) {
  const cookie = await signInDefaultAdmin(url);
  let count = 0;
  const note = () => onAcknowledged((count += 1));
  await Promise.all(writers.map((writer) => writer.writeUntilGone(url, cookie, note)));
  return count;
}

/** Starts the server, lets all write, and ends it without warning; how many writes it acknowledged. */
async function writeAndKill(place: Place, writers: readonly Writer[], random: Random, isWithPostgres: boolean) {
  const server = await startDiapason(place.settings);
  const wanted = wholeNumber(random, 1, MOST_WRITES);
  const isTime = Promise.withResolvers<void>();
  const writing = writeAll(server.url, writers, (count) => {
    if (count >= wanted) isTime.resolve();
  });
  try {
    await Promise.race([isTime.promise, writing]);
    await sleep(wholeNumber(random, 0, LATEST_MS));
  } finally {
    await Promise.all([server.stop("SIGKILL"), isWithPostgres && place.postgres?.kill()]);
  }
  if (isWithPostgres) await place.postgres?.start();
  return writing;
}

/** PostgreSQL goes on with what the server asked for last: waits until nobody asks any more. */
async function settle({ engine, kysely }: Database): Promise<void> {
  if (engine !== "postgres") return;
  const others = sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  while ((await others.execute(kysely)).rows.length > 0) await sleep(LATEST_MS);
}

/** What is not as it must be, after an end without warning, and the planning as it is now. */
async function inspect(place: Place, writers: ReadonlyMap<string, Writer>, since: Moment | null) {
  const { DATA_DIR: dataDir = "", DATABASE_URL: databaseUrl = null } = place.settings;
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await settle(database);
    const worlds = await findWorlds(database, dataDir);
    const faults = [
      ...(await fileFaults(database)),
      ...(since === null ? [] : await logFaults(database, since)),
      ...[...writers].flatMap(([prefix, writer]) => writer.check(worlds.get(prefix) ?? new Map())),
    ];
    // More people register here than anywhere from one address.
    await database.kysely.deleteFrom("rate_limit").execute();
    return { faults, moment: await readMoment(database) };
  } finally {
    await database.close();
  }
}

/**
 * Kills the built server again and again at random moments while it writes, each round on what the one before left. On
 * PostgreSQL with its own settings, which ends with the server in some rounds.
 */
export async function killAgainAndAgain({ engine, rounds, random }: Kills): Promise<KillOutcome> {
  const place = await createPlace(engine);
  const prefixes = Array.from({ length: WRITERS }, (_, index) => `writer${index}`);
  const writers = new Map(prefixes.map((prefix) => [prefix, createWriter(prefix, forkRandom(random))]));
  const faults: string[] = [];
  let acknowledged = 0;
  let since: Moment | null = null;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      acknowledged += await writeAndKill(place, [...writers.values()], random, round % POSTGRES_EVERY === 0);
      const inspected = await inspect(place, writers, since);
      faults.push(...inspected.faults.map((fault) => `${engine}, round ${round}: ${fault}`));
      since = inspected.moment;
    }
  } finally {
    await place.remove();
  }
  return { acknowledged, faults };
}
