import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "../data-dir.ts";

/** Retention of automatic backups: the newest seven, then one of each week. */
const DAILY_KEPT = 7;
const WEEKLY_KEPT = 4;
const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
const EXTENSION = ".jsonl.gz";
const BACKUP_NAME = /^([a-z-]+)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.jsonl\.gz$/;

/** A backup may be dated this much in the future: a time server may have corrected the clock since. */
const TOLERANCE_MS = 60 * 60 * 1000;
/** The backup command's option for a daily backup. Its value is the current time. Outdated backups are then deleted. */
export const AUTOMATIC = "automatic";

export type BackupKind = "automatic" | "backup" | "before-restore";

/** The argument with which the server starts the backup command. It passes the server's time. */
export function automaticOption(now: Date): string {
  return `--${AUTOMATIC}=${now.toISOString()}`;
}

/** The default folder for backups. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/** `backup-2026-11-22T09-30-00Z.jsonl.gz`: without colons, which some file systems refuse. */
export function backupName(kind: BackupKind, now: Date): string {
  return `${kind}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z${EXTENSION}`;
}

interface BackupFile {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

/** The files that are backups of these kinds, newest first. Other files are ignored. */
function backupsOf(kinds: readonly BackupKind[], fileNames: readonly string[]): BackupFile[] {
  const backups: BackupFile[] = [];
  for (const name of fileNames) {
    const [, kind, day, hour, minute, second] = BACKUP_NAME.exec(name) ?? [];
    if (!kinds.some((wanted) => wanted === kind)) continue;
    backups.push({ name, madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`) });
  }
  return backups.toSorted((a, b) => b.madeAt - a.madeAt);
}

/** When the newest backup was made, automatically or by a command; `null`: there is none. */
export function latestBackup(names: readonly string[]): Date | null {
  const [latest] = backupsOf(["automatic", "backup"], names);
  return latest === undefined ? null : new Date(latest.madeAt);
}

/**
 * Whether the latest automatic backup is a day old. Ignores backups dated in the future (the clock was wrong then):
 * otherwise no backup would be made until that date.
 */
export function isBackupDue(names: readonly string[], now: Date): boolean {
  const time = now.getTime();
  const latest = backupsOf(["automatic"], names).find(({ madeAt }) => madeAt <= time + TOLERANCE_MS);
  return latest === undefined || time - latest.madeAt >= DAY_MS;
}

/**
 * The automatic backups to delete. Keeps the newest seven, and the newest of each of the four weeks before. Backups
 * dated in the future (the clock was wrong then) are not counted, and stay until that date.
 */
export function outdatedBackups(names: readonly string[], now: Date): string[] {
  const backups = backupsOf(["automatic"], names).filter(({ madeAt }) => madeAt <= now.getTime());
  const kept = new Set(backups.slice(0, DAILY_KEPT));
  const byWeek = Map.groupBy(backups.slice(DAILY_KEPT), (backup) => Math.floor(backup.madeAt / WEEK_MS));
  for (const [newest] of [...byWeek.values()].slice(0, WEEKLY_KEPT)) if (newest) kept.add(newest);
  return backups.filter((backup) => !kept.has(backup)).map(({ name }) => name);
}

export async function listBackups(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

export async function removeOutdatedBackups(folder: string, now: Date): Promise<void> {
  for (const name of outdatedBackups(await listBackups(folder), now)) await rm(join(folder, name));
}
