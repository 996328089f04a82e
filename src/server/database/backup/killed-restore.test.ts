import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScript } from "#test/support/server/test-process.ts";
import { newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { migrate } from "../migrate.ts";
import { openDatabase } from "../open-database.ts";
import { writeBackup } from "./write-backup.ts";

const NOW = new Date("2026-11-22T09:30:00Z");
/** Enough rows for a file much larger than the 64 KiB of a pipe. So once all is written, most of it has been read. */
const PEOPLE = 20_000;

let folder: string;
let environment: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "diapason-killed-"));
  environment = await newEnvironment("sqlite");
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await removeData(environment);
});

async function writeLargeBackup(path: string): Promise<void> {
  const database = await openDatabase(settingsOf(environment));
  await migrate(database);
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: `person-${index}`,
    email: `${crypto.randomUUID()}@example.org`,
    first_name: "Marie",
    last_name: crypto.randomUUID(),
    name: "Marie",
    is_admin: false,
    positions: '["Lead"]',
    created_at: NOW,
    updated_at: NOW,
  }));
  for (let start = 0; start < PEOPLE; start += 500) {
    await database.kysely
      .insertInto("users")
      .values(people.slice(start, start + 500))
      .execute();
  }
  await writeBackup(database, path, NOW);
  await database.close();
}

test("a restoration that is killed leaves no copy of the database in the data folder", async () => {
  const backup = join(folder, "team.jsonl.gz");
  await writeLargeBackup(backup);
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const dataDir = environment["DATA_DIR"] ?? "";
  const before = await readdir(dataDir);
  const restoring = runScript("restore.ts", environment, [pipe]);
  const bytes = await readFile(backup);
  const written = Promise.withResolvers<void>();
  // The last bytes are never sent, so the restore waits for them.
  const feeding = createWriteStream(pipe);
  feeding.on("error", () => undefined);
  feeding.write(bytes.subarray(0, bytes.length - 1000), () => written.resolve());
  await written.promise;
  restoring.child.kill("SIGKILL");
  await restoring.end();
  feeding.destroy();
  const known = new Set([...before, "backups", "diapason.sqlite-wal", "diapason.sqlite-shm"]);
  expect((await readdir(dataDir)).filter((name) => !known.has(name))).toEqual([]);
});
