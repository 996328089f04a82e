import { readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDailyBackups } from "./daily-backup.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";
import { newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";

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

test("one that cannot be written is said in one line, with the reason", async () => {
  await symlink(UNWRITABLE, join(dataDir, "backups"));
  const line = await firstLine();
  expect(line).toMatchObject({ level: 50, msg: "the daily backup failed", code: 1 });
  expect(line["reason"]).toMatch(
    /^The backup cannot be written: .*\/backups\/automatic-[\dT-]+Z\.jsonl\.gz \(ENOENT\)$/,
  );
  await rm(join(dataDir, "backups"));
});
