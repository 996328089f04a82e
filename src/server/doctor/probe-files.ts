import { stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DiskState } from "#text/doctor/machine-check.ts";
import { backupFolder, listBackups } from "../database/backup/backup-files.ts";
import { reasonOf } from "../database/data-dir.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import type { Settings } from "../env.ts";

/** Only reads: a folder that is missing stays missing. */

type Place = Pick<Settings, "dataDir">;

const BACKUP_NAME = /^(?:automatic|backup|before-restore)-.*\.jsonl\.gz$/;

async function statIfThere(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (reasonOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** `path`, or the nearest folder above it that exists. */
async function nearestFolder(path: string): Promise<string> {
  return (await statIfThere(path)) === null && dirname(path) !== path ? nearestFolder(dirname(path)) : path;
}

export async function probeDisk({ dataDir }: Place): Promise<DiskState> {
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const database = await statIfThere(sqlitePath(dataDir));
  return { freeBytes: bavail * bsize, databaseBytes: database?.size ?? 0 };
}

/** When the newest backup was written, and since when there is an SQLite file. */
export async function probeBackups({ dataDir }: Place): Promise<{ newest: Date | null; databaseSince: Date | null }> {
  const folder = backupFolder(dataDir);
  const names = (await listBackups(folder)).filter((name) => BACKUP_NAME.test(name));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  const database = await statIfThere(sqlitePath(dataDir));
  return {
    newest: times.length === 0 ? null : new Date(Math.max(...times)),
    databaseSince: database?.birthtime ?? null,
  };
}
