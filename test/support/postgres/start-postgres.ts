import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { isAlive } from "./is-alive.ts";
import { findPlace, type PostgresPlace } from "./postgres-place.ts";
import { stopWithThisProcess, hasEnded } from "./stop-with-this-process.ts";

/** A PostgreSQL server that a test owns, with PostgreSQL's default settings where nothing else is given. */
export interface TestPostgres {
  /** Without a database name. It stays the same after a restart. */
  readonly url: string;
  /** Closes its connections and stops it. `start` starts it again with the same data. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Kills all its processes with SIGKILL, like a power cut, and waits until they are gone. */
  readonly kill: () => Promise<void>;
  /** Suspends all its processes, like a machine that hangs: connections stay open, but nothing answers. */
  readonly suspend: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Stops it, and removes its files. */
  readonly remove: () => Promise<void>;
}

const LOOK_AGAIN_MS = 10;
const USER = "postgres";
const PASSWORD = "postgres";
const READY = "database system is ready to accept connections";
const TEMPLATES = join(import.meta.dirname, "../../../node_modules/.cache/postgres");
/** The same on every machine, whatever its locale. `READY` is English. */
const LOCALE = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
/** No Unix socket, because two servers or two users would share its folder. */
const SETTINGS = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300"];

/** The main process of the server of `databaseDir`, then its children. */
async function processesOf(databaseDir: string): Promise<number[]> {
  const [first = ""] = (await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n");
  const children = await readFile(`/proc/${first}/task/${first}/children`, "utf8");
  return [first, ...children.trim().split(" ")].filter(Boolean).map(Number);
}

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids.filter(isAlive)) process.kill(pid, "SIGKILL");
  while (pids.some(isAlive)) await sleep(LOOK_AGAIN_MS);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids.filter(isAlive)) process.kill(pid, signal);
}

/** Starts a program of PostgreSQL as the user of `place`, in its folder, which this user may enter. */
function run({ account, folder }: PostgresPlace, program: string, words: readonly string[]) {
  const child = spawn(program, words, { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr.setEncoding("utf8");
  return child;
}

/** Makes the files of a server that has no data yet. */
async function initialise(place: PostgresPlace, databaseDir: string): Promise<void> {
  const { folder, account } = place;
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${PASSWORD}\n`);
  if (account !== null) await chown(passwordFile, account.uid, account.gid);
  const words = [`--pgdata=${databaseDir}`, "--auth=password", `--username=${USER}`, `--pwfile=${passwordFile}`];
  const initdb = run(place, place.initdb, [...words, ...LOCALE]);
  let written = "";
  initdb.stderr.on("data", (text: string) => (written += text));
  const [code] = (await once(initdb, "close")) as [number | null];
  if (code !== 0) throw new Error(`initdb failed: ${written}`);
}

/** Copies a folder with the owners and rights of all that is in it. */
async function copyFolder(from: string, to: string): Promise<void> {
  const [code] = (await once(spawn("cp", ["-a", from, to], { stdio: "ignore" }), "close")) as [number | null];
  if (code !== 0) throw new Error(`${from} could not be copied`);
}

/**
 * Copies a template that `initialise` made once on this machine, which takes a tenth of the time. There is one template for
 * each version and user. If several processes create it at once, the first rename wins.
 */
async function createDatabase(place: PostgresPlace, databaseDir: string): Promise<void> {
  const { stdout: version } = spawnSync(place.postgres, ["--version"], { encoding: "utf8" });
  const uid = place.account?.uid ?? process.getuid?.();
  const kind = [version, uid, USER, PASSWORD, ...LOCALE].join("\n");
  const template = join(TEMPLATES, createHash("sha256").update(kind).digest("hex"));
  if (existsSync(template)) return copyFolder(template, databaseDir);
  await initialise(place, databaseDir);
  await mkdir(TEMPLATES, { recursive: true });
  const copy = await mkdtemp(join(TEMPLATES, "copying-"));
  await copyFolder(databaseDir, join(copy, "database"));
  await rename(join(copy, "database"), template).catch(() => undefined);
  await rm(copy, { recursive: true, force: true });
}

/** Resolves once the server accepts connections. @throws Error with its output when it ends instead */
async function startServer(place: PostgresPlace, words: readonly string[]): Promise<ChildProcess> {
  const server = run(place, place.postgres, words);
  stopWithThisProcess(place.folder, server);
  let written = "";
  const ready = Promise.withResolvers<void>();
  server.stderr.on("data", (text: string) => {
    written += text;
    if (written.includes(READY)) ready.resolve();
  });
  server.once("error", ready.reject);
  server.once("exit", () => ready.reject(new Error(`PostgreSQL did not start: ${written}`)));
  await ready.promise;
  // Its later output is read and discarded, because the server would block on a full pipe.
  server.stderr.removeAllListeners("data").resume();
  return server;
}

async function stopServer(server: ChildProcess | null): Promise<void> {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGINT");
  await ended;
}

/**
 * Starts a PostgreSQL server in an empty folder.
 * @param settings more settings, such as `fsync=off`
 * @param within the folder in which its folder is created, if possible
 */
export async function startPostgres(settings: readonly string[] = [], within = tmpdir()): Promise<TestPostgres> {
  const place = await findPlace(within);
  const databaseDir = join(place.folder, "database");
  const port = await freePort();
  const flags = [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
  let server: ChildProcess | null = null;
  const start = async () => {
    server = await startServer(place, ["-D", databaseDir, "-p", String(port), ...flags]);
  };
  const removeFolder = () => rm(place.folder, { recursive: true, force: true });
  try {
    await createDatabase(place, databaseDir);
    await start();
  } catch (error) {
    await removeFolder();
    throw error;
  }
  return {
    url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    start,
    stop: () => stopServer(server),
    kill: async () => killAll(await processesOf(databaseDir)),
    suspend: async () => signalAll(await processesOf(databaseDir), "SIGSTOP"),
    resume: async () => signalAll(await processesOf(databaseDir), "SIGCONT"),
    async remove() {
      await stopServer(server);
      hasEnded(place.folder);
      await removeFolder();
    },
  };
}
