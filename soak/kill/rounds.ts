import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { startPostgres, type TestPostgres } from "#test/support/postgres/start-postgres.ts";
import { startDiapason } from "#test/support/process/start-diapason.ts";
import type { Database, Engine } from "../../src/server/database/database.ts";
import { openDatabase } from "../../src/server/database/open-database.ts";
import { signInDefaultAdmin } from "../call.ts";
import { forkRandom, type Random, wholeNumber } from "../random.ts";
import { fileFaults, logFaults, type Checkpoint, readCheckpoint } from "./integrity.ts";
import { readAllRecords } from "./read-records.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface Kills {
  readonly engine: Engine;
  readonly rounds: number;
  readonly random: Random;
}

export interface KillOutcome {
  /** Acknowledged writes of all rounds. */
  readonly acknowledged: number;
  /** One line for each fault found. */
  readonly faults: readonly string[];
}

const WRITERS = 8;
/**
 * The kill comes after a random number of writes, up to this one, and a random delay, so that it falls between two
 * writes or into one.
 */
const MOST_WRITES = 60;
const LATEST_MS = 30;
/** Every second round kills PostgreSQL too. */
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

/** Has all writers write to the server at `url` until it is killed; resolves with the number of acknowledged writes. */
async function writeAll(url: string, writers: readonly Writer[], onAcknowledged: (count: number) => void) {
  const cookie = await signInDefaultAdmin(url);
  let count = 0;
  const note = () => onAcknowledged((count += 1));
  await Promise.all(writers.map((writer) => writer.writeUntilGone(url, cookie, note)));
  return count;
}

/** Starts the server, has all writers write, and kills it; resolves with the number of acknowledged writes. */
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

/** PostgreSQL still finishes the last statements of the killed server: waits until no other connection is left. */
async function settle({ engine, kysely }: Database): Promise<void> {
  if (engine !== "postgres") return;
  const others = sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  while ((await others.execute(kysely)).rows.length > 0) await sleep(LATEST_MS);
}

/** The faults after a kill, and the planning as it is now. */
async function inspect(place: Place, writers: ReadonlyMap<string, Writer>, since: Checkpoint | null) {
  const { DATA_DIR: dataDir = "", DATABASE_URL: databaseUrl = null } = place.settings;
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    await settle(database);
    const found = await readAllRecords(database, dataDir);
    const faults = [
      ...(await fileFaults(database)),
      ...(since === null ? [] : await logFaults(database, since)),
      ...[...writers].flatMap(([prefix, writer]) => writer.check(found.get(prefix) ?? new Map())),
    ];
    // All writers register from one address, more often than the rate limit allows.
    await database.kysely.deleteFrom("rate_limit").execute();
    return { faults, moment: await readCheckpoint(database) };
  } finally {
    await database.close();
  }
}

/**
 * Kills the built server again and again at random moments while it writes; each round continues with the data of the
 * one before. On PostgreSQL, some rounds kill the database server too; it runs with its default settings.
 */
export async function killAgainAndAgain({ engine, rounds, random }: Kills): Promise<KillOutcome> {
  const place = await createPlace(engine);
  const prefixes = Array.from({ length: WRITERS }, (_, index) => `writer${index}`);
  const writers = new Map(prefixes.map((prefix) => [prefix, createWriter(prefix, forkRandom(random))]));
  const faults: string[] = [];
  let acknowledged = 0;
  let since: Checkpoint | null = null;
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
