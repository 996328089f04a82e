import { expect, test } from "vitest";
import { backupName, isBackupDue, outdatedBackups } from "./backup-files.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date("2026-11-22T09:30:00Z");

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * DAY_MS);
}

test("a backup is named after its moment, without a colon", () => {
  expect(backupName("backup", NOW)).toBe("backup-2026-11-22T09-30-00Z.jsonl.gz");
});

test("a backup is due when there is none, or none of this day", () => {
  expect(isBackupDue([], NOW)).toBe(true);
  expect(isBackupDue([backupName("automatic", daysAgo(1))], NOW)).toBe(true);
  expect(isBackupDue([backupName("automatic", daysAgo(0.9)), backupName("automatic", daysAgo(3))], NOW)).toBe(false);
});

test("backups that somebody asked for are none of the daily ones", () => {
  expect(isBackupDue([backupName("backup", NOW), backupName("before-restore", NOW)], NOW)).toBe(true);
});

test("a clock that went back a day makes a backup all the same", () => {
  expect(isBackupDue([backupName("automatic", daysAgo(-2))], NOW)).toBe(true);
});

test("a clock that was ahead for a while makes one backup a day once it is right, not one at each look", () => {
  const ahead = backupName("automatic", daysAgo(-365));
  expect(isBackupDue([ahead, backupName("automatic", daysAgo(1))], NOW)).toBe(true);
  expect(isBackupDue([ahead, backupName("automatic", daysAgo(0.5))], NOW)).toBe(false);
});

test("a clock that a time server sets back by minutes makes no second backup", () => {
  expect(isBackupDue([backupName("automatic", daysAgo(-0.01))], NOW)).toBe(false);
});

test("backups of a clock that was ahead push out none of the others, nor the others them", () => {
  const ahead = Array.from({ length: 7 }, (_, days) => backupName("automatic", daysAgo(days - 365)));
  const right = Array.from({ length: 7 }, (_, days) => backupName("automatic", daysAgo(days)));
  expect(outdatedBackups([...ahead, ...right], NOW)).toEqual([]);
  expect(outdatedBackups([...ahead, ...right], daysAgo(365))).toEqual([]);
});

test("of a year of daily backups the newest seven stay, and one of each of four weeks before", () => {
  const year = Array.from({ length: 365 }, (_, days) => backupName("automatic", daysAgo(days)));
  const outdated = new Set(outdatedBackups(year.toReversed(), NOW));
  const kept = year.filter((name) => !outdated.has(name));
  expect(kept.slice(0, 7)).toEqual(year.slice(0, 7));
  expect(kept).toHaveLength(11);
  expect(kept.at(-1)?.slice(0, 20)).toBe("automatic-2026-10-28");
});

test("no other file is ever outdated", () => {
  const others = ["diapason.sqlite", backupName("backup", daysAgo(400)), backupName("before-restore", daysAgo(400))];
  expect(outdatedBackups(others, NOW)).toEqual([]);
});
