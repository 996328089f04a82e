import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startOf } from "#test/support/server/test-live.ts";
import { ENGINES, MARIE } from "#test/support/server/test-server.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { openStream } from "#test/support/server/test-stream.ts";
import { restoreBackup } from "../database/backup/restore-backup.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { migrate } from "../database/migrate.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { bringBack, putAside, sweepDeleted } from "./deleted-spaces.ts";
import { deletedFolder, spaceFolder } from "./space-settings.ts";

const SLUG = "chorale";
const LONGEST_MS = 15_000;

function dataDirOf({ environment }: TestSpaces): string {
  return environment["DATA_DIR"] ?? "";
}

/** As the command does beside the server. */
async function deleteSpace({ register }: TestSpaces, slug = SLUG): Promise<void> {
  const change = { from: ["new", "active"], to: "deleted", act: "deleted", now: new Date() } as const;
  expect(await register.changeState(slug, change)).toBe(true);
}

function problemsIn({ log }: TestSpaces): readonly string[] {
  return log.filter((line) => /"level":[56]0/.test(line));
}

test("a space that is deleted under an open page ends its stream and answers as one that never was", async () => {
  const spaces = await spacesForThisTest();
  const marie = await spaces.createWithAdmin(SLUG);
  const host = { host: `${SLUG}.${new URL(spaces.baseUrl).host}` };
  const stream = await openStream(spaces.url, marie, "/api/changes", host);
  await startOf(stream);
  await deleteSpace(spaces);
  expect(await stream.ended).toBe(true);
  expect(await putAside(spaces.register, dataDirOf(spaces), SLUG, LONGEST_MS)).toBe(true);
  const { status, text } = await marie.get("/api/users");
  expect([status, text.includes("Cet espace n'existe pas.")]).toEqual([404, true]);
  expect(problemsIn(spaces)).toEqual([]);
});

test("a space that is deleted while its mail is being sent does not wait for the mail server, and sends it no more", async () => {
  const reached = Promise.withResolvers<void>();
  let begun = 0;
  // Takes the mail, and never answers.
  const smtp = await startTestSmtpServer({
    onData(stream) {
      begun += 1;
      stream.resume();
      reached.resolve();
    },
  });
  onTestFinished(() => {
    smtp.cutOff();
    return smtp.stop();
  });
  const spaces = await spacesForThisTest({ settings: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` } });
  await spaces.createWithAdmin(SLUG);
  await reached.promise;
  await deleteSpace(spaces);
  expect(await putAside(spaces.register, dataDirOf(spaces), SLUG, LONGEST_MS)).toBe(true);
  await spaces.lookForDue();
  expect([begun, spaces.countOpen()]).toEqual([1, 0]);
  expect(problemsIn(spaces)).toEqual([]);
});

test("a space that is deleted while its backup is being taken is put aside afterwards, and the backup is whole", async () => {
  const spaces = await spacesForThisTest();
  await spaces.createWithAdmin(SLUG);
  const dataDir = dataDirOf(spaces);
  const folder = spaceFolder(dataDir, SLUG);
  const file = join(dataDir, "backup.jsonl.gz");
  const database = await openSqlite(folder, { mustExist: true });
  const writing = writeBackup(database, file, new Date());
  await deleteSpace(spaces);
  await expect.poll(spaces.countOpen).toBe(0);
  expect(await putAside(spaces.register, dataDir, SLUG)).toBe(false);
  await writing;
  await database.close();
  await sweepDeleted(spaces.register, dataDir, new Date());
  const copy = await openSqlite(join(dataDir, "copy"));
  onTestFinished(copy.close);
  await migrate(copy);
  await restoreBackup(copy, file);
  for (const { kysely } of [copy, await openSqlite(deletedFolder(dataDir, SLUG), { mustExist: true })]) {
    const rows = await kysely.selectFrom("users").select("email").execute();
    expect(rows.map(({ email }) => email)).toEqual([MARIE.email]);
    await kysely.destroy();
  }
});

test.each(ENGINES)("a space that is restored while others are swept stays where it is, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine });
  const marie = await spaces.createWithAdmin(SLUG);
  const { register } = spaces;
  const dataDir = dataDirOf(spaces);
  await deleteSpace(spaces);
  expect(await putAside(register, dataDir, SLUG, LONGEST_MS)).toBe(true);
  async function listAndRestore() {
    const deleted = await register.listDeleted();
    await bringBack(register, dataDir, SLUG);
    await register.changeState(SLUG, { from: ["deleted"], to: "active", act: "restored", now: new Date() });
    return deleted;
  }
  await sweepDeleted({ ...register, listDeleted: listAndRestore }, dataDir, new Date());
  expect((await marie.get("/api/users")).status).toBe(200);
});

test("a deleted space that cannot be put aside hurts no other one: the server starts, and sweeps the others", async () => {
  const spaces = await spacesForThisTest();
  const dataDir = dataDirOf(spaces);
  for (const slug of [SLUG, "fanfare"]) {
    await spaces.createWithAdmin(slug);
    await deleteSpace(spaces, slug);
    expect(await putAside(spaces.register, dataDir, slug, LONGEST_MS)).toBe(true);
  }
  await mkdir(spaceFolder(dataDir, SLUG));
  await writeFile(join(spaceFolder(dataDir, SLUG), "a copy"), "");
  await spaces.stop();
  const later = new Date(Date.now() + 31 * 24 * 3600_000);
  const again = await spaces.restart({ clock: () => later });
  expect(problemsIn(again)).toEqual([expect.stringContaining("sweeping failed")]);
  expect(existsSync(deletedFolder(dataDir, SLUG))).toBe(true);
  expect(await again.register.find("fanfare")).toBeNull();
});
