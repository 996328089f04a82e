import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "#server/database/database.ts";
import { newEnvironment, removeData } from "./test-server.ts";

/** A place for a database that a test can fill, and then free again. */
export interface FullDisk {
  readonly environment: Record<string, string>;
  readonly fill: (database: Database) => Promise<void>;
  readonly makeRoom: (database: Database) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const DISK_SIZE = "size=8m";
/** Room for a few writes, as on a disk that is filling up. */
const LEFT_BYTES = 100_000;

function mountDisk(folder: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", DISK_SIZE, "tmpfs", folder], { stdio: "ignore" }).status === 0;
}

function unmountDisk(folder: string): void {
  spawnSync("umount", [folder]);
}

/** Whether this machine allows mounting a small disk. Many do not. */
export function canMountDisk(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "diapason-disk-"));
  const isMounted = mountDisk(folder);
  if (isMounted) unmountDisk(folder);
  rmdirSync(folder);
  return isMounted;
}

interface SmallDisk extends FullDisk {
  /** Fills it up to so many free bytes, also without a server. */
  readonly leave: (bytes: number) => Promise<void>;
}

/** A real file system of 8 MB, on which SQLite gets a real "disk full". */
export async function createSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), "diapason-disk-"));
  if (!mountDisk(folder)) throw new Error("no disk could be mounted");
  const ballast = join(folder, "ballast");
  async function leave(bytes: number): Promise<void> {
    await rm(ballast, { force: true });
    const { bavail, bsize } = await statfs(folder);
    await writeFile(ballast, Buffer.alloc(bavail * bsize - bytes));
  }
  return {
    environment: { DATA_DIR: join(folder, "data") },
    leave,
    fill: () => leave(LEFT_BYTES),
    makeRoom: () => rm(ballast),
    async remove() {
      unmountDisk(folder);
      await rm(folder, { recursive: true });
    },
  };
}

async function allowPages({ kysely }: Database, pages: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(kysely);
}

/** An SQLite file with a maximum size. Beyond it SQLite reports the same error as on a full disk. */
export async function createBoundedFile(): Promise<FullDisk> {
  const environment = await newEnvironment("sqlite");
  return {
    environment,
    fill: (database) => allowPages(database, 1),
    makeRoom: (database) => allowPages(database, 1_000_000),
    remove: () => removeData(environment),
  };
}

/** A PostgreSQL database in which each write fails with the error of a full disk. */
export async function createFullPostgres(): Promise<FullDisk> {
  const environment = await newEnvironment("postgres");
  return {
    environment,
    async fill({ kysely }) {
      await sql`
        create function refuse_for_want_of_room() returns trigger language plpgsql as $$
          begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(kysely);
      for (const { name } of await kysely.introspection.getTables()) {
        await sql`
          create trigger full_disk before insert or update or delete on ${sql.table(name)}
          for each statement execute function refuse_for_want_of_room()`.execute(kysely);
      }
    },
    makeRoom: async ({ kysely }) => void (await sql`drop function refuse_for_want_of_room cascade`.execute(kysely)),
    remove: () => removeData(environment),
  };
}
