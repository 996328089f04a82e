import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SERVER } from "#test/support/process/start-diapason.ts";
import type { Database } from "../../src/server/database/database.ts";
import { openRegister, type Register } from "../../src/server/database/register/register.ts";
import { openSqlite } from "../../src/server/database/sqlite/sqlite.ts";

const COMMAND = join(dirname(SERVER.at(-1) ?? ""), "spaces.js");
/** The folder of the deleted ones. */
export const DELETED = ".deleted";

/** Where a server of many spaces that is killed again and again keeps its data. */
export interface Host {
  readonly dataDir: string;
  /** Opens the register while no server runs. */
  readonly withRegister: <Result>(act: (register: Register) => Promise<Result>) => Promise<Result>;
  /** Opens the database of a space while no server runs. */
  readonly withSpace: <Result>(slug: string, act: (database: Database) => Promise<Result>) => Promise<Result>;
  readonly listFolders: () => Promise<{ readonly kept: string[]; readonly deleted: string[] }>;
  /** Runs `diapason spaces` beside the server. */
  readonly command: (...words: string[]) => { readonly kill: () => void; readonly ended: Promise<unknown> };
  readonly remove: () => Promise<void>;
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((name) => name !== DELETED);
}

export async function createHost(): Promise<Host> {
  const dataDir = await mkdtemp(join(tmpdir(), "diapason-spaces-"));
  const folder = join(dataDir, "spaces");
  return {
    dataDir,
    async withRegister(act) {
      const register = await openRegister({ dataDir, databaseUrl: null });
      try {
        return await act(register);
      } finally {
        await register.close();
      }
    },
    async withSpace(slug, act) {
      const database = await openSqlite(join(folder, slug), { mustExist: true });
      try {
        return await act(database);
      } finally {
        await database.close();
      }
    },
    async listFolders() {
      return { kept: await listNames(folder), deleted: await listNames(join(folder, DELETED)) };
    },
    command(...words) {
      const env = { PATH: process.env["PATH"], SPACES: "on", DATA_DIR: dataDir };
      const child = spawn(process.execPath, [COMMAND, ...words], { cwd: dataDir, env, stdio: "ignore" });
      return { kill: () => void child.kill("SIGKILL"), ended: once(child, "close") };
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}
