import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newEnvironment, removeData, startTestServer } from "#test/support/server/test-server.ts";
import { sweepFiles } from "./sweep-files.ts";

const NOW = new Date("2050-11-22T09:30:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "diapason-sweep-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Creates a file that was last written this many days ago. */
async function leave(name: string, days: number, folder = dataDir): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "marie@example.org");
  const time = new Date(NOW.getTime() - days * DAY_MS);
  await utimes(path, time, time);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

test("mails in files stay a week, copies from before a restoration five, what is unfinished a day", async () => {
  await leave("outbox/young.eml", 6);
  await leave("outbox/old.eml", 8);
  await leave("outbox/.young.eml.part", 0);
  await leave("outbox/.old.eml.part", 2);
  await leave("backups/before-restore-2050-10-20T09-30-00Z.jsonl.gz", 33);
  await leave("backups/before-restore-2050-10-10T09-30-00Z.jsonl.gz", 43);
  await leave("backups/young.jsonl.gz.unfinished", 0);
  await leave("backups/automatic-2050-11-20T09-30-00Z.jsonl.gz.unfinished", 2);
  await sweepFiles(dataDir, NOW);
  expect(await filesIn(dataDir)).toEqual([
    ".young.eml.part",
    "before-restore-2050-10-20T09-30-00Z.jsonl.gz",
    "young.eml",
    "young.jsonl.gz.unfinished",
  ]);
});

test("backups that somebody asked for stay however old, and so does everything else", async () => {
  const names = ["backups/backup-2040-01-01T00-00-00Z.jsonl.gz", "backups/mine.jsonl.gz", "secret", "notes.eml"];
  for (const name of names) await leave(name, 4000);
  await sweepFiles(dataDir, NOW);
  expect(await filesIn(dataDir)).toHaveLength(names.length);
});

test("what is gone when its turn comes holds nobody up: two servers may start at the same time", async () => {
  await leave("outbox/b.eml", 8);
  await symlink(join(dataDir, "outbox/gone"), join(dataDir, "outbox/a.eml"));
  await sweepFiles(dataDir, NOW);
  expect(await filesIn(dataDir)).toEqual([]);
});

test("nothing there is nothing to do", async () => {
  await expect(sweepFiles(join(dataDir, "gone"), NOW)).resolves.toBeUndefined();
});

test("a server sweeps them at its start", async () => {
  const environment = await newEnvironment("sqlite");
  const { DATA_DIR = "" } = environment;
  await leave("outbox/old.eml", 8, DATA_DIR);
  const server = await startTestServer(environment, { clock: () => NOW });
  expect(await filesIn(join(DATA_DIR, "outbox"))).toEqual([]);
  await server.stop();
  await removeData(environment);
});
