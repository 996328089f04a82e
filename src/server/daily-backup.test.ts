import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { keepDailyBackups } from "./daily-backup.ts";
import { backupFolder, backupName } from "./database/backup/backup-files.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";

const OFTEN_MS = 20;
/** A folder in which not even root can create a file. */
const UNWRITABLE = "/proc";

let environment: Record<string, string>;
let dataDir: string;

beforeEach(async () => {
  environment = await newEnvironment("sqlite");
  dataDir = environment["DATA_DIR"] ?? "";
  // The backup command reads its settings from the environment.
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("BASE_URL", "");
  const database = await openDatabase(settingsOf(environment));
  await migrate(database);
  await database.close();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await removeData(environment);
});

/** Runs the daily backups until the first attempt. @returns its log entry */
async function firstLine(clock = () => new Date()): Promise<Record<string, unknown>> {
  const line = Promise.withResolvers<string>();
  const logger = pino({ base: null }, { write: line.resolve });
  const stop = keepDailyBackups(settingsOf(environment), logger, { clock, checkEveryMs: OFTEN_MS });
  try {
    return JSON.parse(await line.promise) as Record<string, unknown>;
  } finally {
    stop();
  }
}

test("a backup is made where there is none of today", async () => {
  expect(await firstLine()).toMatchObject({ msg: "the daily backup is made" });
  expect(await readdir(join(dataDir, "backups"))).toEqual([expect.stringMatching(/^automatic-[\dT-]+Z\.jsonl\.gz$/)]);
});

test("the next one is due a day later by the server's own clock", async () => {
  await firstLine();
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000);
  expect(await firstLine(() => tomorrow)).toMatchObject({ msg: "the daily backup is made" });
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** Years before and after the system's clock. */
const MOVED_CLOCKS = [new Date("2001-02-03T04:05:06Z"), new Date("2101-02-03T04:05:06Z")] as const;

test.each(MOVED_CLOCKS)("its name and what it keeps follow the server's clock, not the system's: %s", async (now) => {
  const folder = backupFolder(dataDir);
  await mkdir(folder);
  const before = Array.from({ length: 8 }, (_, days) =>
    backupName("automatic", new Date(now.getTime() - (days + 1) * DAY_MS)),
  );
  const ofSystem = backupName("automatic", new Date());
  for (const name of [...before, ofSystem]) await writeFile(join(folder, name), "");
  expect(await firstLine(() => now)).toMatchObject({ msg: "the daily backup is made" });
  const files = await readdir(folder);
  expect(files).toContain(backupName("automatic", now));
  // None of the last week is gone, nor the one of another time.
  expect(files).toEqual(expect.arrayContaining([...before.slice(0, 6), ofSystem]));
  // A clock that is right again finds none of its own day, and makes one. Those that it takes the place of are the oldest.
  await rm(join(folder, ofSystem));
  expect(await firstLine()).toMatchObject({ msg: "the daily backup is made" });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(before.slice(0, 5)));
});

test("a place whose backups cannot be read does not keep the next place from its own", async () => {
  const broken = join(dataDir, "broken");
  await mkdir(broken);
  await writeFile(backupFolder(broken), "");
  const lines: string[] = [];
  const isMade = Promise.withResolvers<void>();
  const write = (line: string) => {
    lines.push((JSON.parse(line) as { msg: string }).msg);
    if (lines.length === 2) isMade.resolve();
  };
  const places = [broken, dataDir].map((folder) => ({ dataDir: folder, commandArguments: [], usedAt: null }));
  const findPlaces = () => Promise.resolve(places);
  const stop = keepDailyBackups(settingsOf(environment), pino({ base: null }, { write }), {
    findPlaces,
    checkEveryMs: OFTEN_MS,
  });
  await isMade.promise;
  stop();
  expect(lines).toEqual(["the daily backup failed", "the daily backup is made"]);
});

test("one that cannot be written is said in one line, with the reason", async () => {
  await symlink(UNWRITABLE, join(dataDir, "backups"));
  const line = await firstLine();
  expect(line).toMatchObject({ level: 50, msg: "the daily backup failed", code: 1 });
  expect(line["reason"]).toMatch(
    /^La sauvegarde ne peut pas être écrite\u00a0: .*\/backups\/automatic-[\dT-]+Z\.jsonl\.gz \(ENOENT\)$/,
  );
  await rm(join(dataDir, "backups"));
});
