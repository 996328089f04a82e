import { constants } from "node:fs";
import { access, readFile, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DiskState, FolderState, SecretState } from "#text/doctor/place-check.ts";
import { isStrongSecret, secretPath } from "../../auth/secret.ts";
import { backupFolder, listBackups } from "../../database/backup/backup-files.ts";
import { reasonOf } from "../../database/data-dir.ts";
import { sqlitePath } from "../../database/sqlite/sqlite-path.ts";
import type { Settings } from "../../env.ts";

/** Only reads: a folder that is missing stays missing. */

type Place = Pick<Settings, "dataDir" | "authSecret">;

const BACKUP_NAME = /^(?:automatic|backup|before-restore)-.*\.jsonl\.gz$/;
const RIGHTS = 0o777;

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

async function refusalOf(path: string): Promise<string | null> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return (await stat(path)).isDirectory() ? null : "ENOTDIR";
  } catch (error) {
    return reasonOf(error);
  }
}

export async function probeFolder({ dataDir }: Place): Promise<FolderState> {
  const found = await statIfThere(dataDir);
  const refusal = await refusalOf(await nearestFolder(dataDir));
  return { path: dataDir, mode: found === null ? null : found.mode & RIGHTS, refusal };
}

/** The secret in force, and what to say of it. */
export async function probeSecret({
  dataDir,
  authSecret,
}: Place): Promise<{ secret: string | null; state: SecretState }> {
  if (authSecret !== null) return { secret: authSecret, state: { outcome: "set" } };
  const path = secretPath(dataDir);
  try {
    const secret = (await readFile(path, "utf8")).trim();
    const { mode } = await stat(path);
    return { secret, state: { outcome: "read", mode: mode & RIGHTS, isStrong: isStrongSecret(secret) } };
  } catch (error) {
    const reason = reasonOf(error);
    return { secret: null, state: reason === "ENOENT" ? { outcome: "missing" } : { outcome: "unreadable", reason } };
  }
}

export async function probeDisk({ dataDir }: Place): Promise<DiskState> {
  const { bavail, bsize, files, ffree } = await statfs(await nearestFolder(dataDir));
  const database = await statIfThere(sqlitePath(dataDir));
  return {
    freeBytes: bavail * bsize,
    databaseBytes: database?.size ?? 0,
    freeFiles: files === 0 ? null : ffree,
  };
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
