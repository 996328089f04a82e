import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { writeBackup } from "#server/database/backup/write-backup.ts";
import type { Engine } from "#server/database/database.ts";
import { MIGRATIONS, migrate } from "#server/database/migrate.ts";
import type { Migration } from "#server/database/migrations/migration.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { startPostgres, type TestPostgres } from "./support/postgres/start-postgres.ts";
import { type Diapason, NPM, startDiapason, StartFailure } from "./support/process/start-diapason.ts";
import { formerBackup, placeFormerPostgres, placeFormerSqlite } from "./support/server/former-release.ts";
import { runCommand } from "./support/server/test-process.ts";
import { createClient, ENGINES, type TestClient } from "./support/server/test-server.ts";

/** The schema of the release before this one. */
const LAST_RELEASE = 12;
/** An account of its database. */
const MARIE = { email: "marie@example.org", password: "secret" };
const REFUSAL = `La base de données est de la version ${MIGRATIONS.length + 1}, plus récente que ce programme (${MIGRATIONS.length})`;

const DIST = join(import.meta.dirname, "../dist/server");

let postgres: TestPostgres;
let folder: string;
let settings: { readonly DATA_DIR: string; readonly AUTH_SECRET: string; readonly DATABASE_URL?: string };
let running: Diapason | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "diapason-upgrade-"));
  running = undefined;
});
afterEach(async () => {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function createDatabase(): Promise<string> {
  const name = `team_${crypto.randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client(`${postgres.url}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${postgres.url}/${name}`;
}

/** Where an operator of the last release had the team's data. */
async function placeLastRelease(engine: Engine): Promise<void> {
  const place = { DATA_DIR: join(folder, "data"), AUTH_SECRET: "the secret of the version before" };
  if (engine === "sqlite") {
    settings = place;
    await placeFormerSqlite(place.DATA_DIR, LAST_RELEASE);
    return;
  }
  settings = { ...place, DATABASE_URL: await createDatabase() };
  await placeFormerPostgres(settings.DATABASE_URL ?? "", LAST_RELEASE);
}

async function outcomeOf(command: readonly string[]) {
  const child = runCommand(command, settings);
  const code = await child.end();
  return { code, output: child.output(), errors: child.errors().trim() };
}

type Run = (name: "backup" | "restore", file: string) => ReturnType<typeof outcomeOf>;

/** A command of the documents, as an operator runs it in the clone. */
const npmRun: Run = (name, file) => outcomeOf([...NPM, "run", "--silent", name, "--", file]);

/** What npm runs in the end: npm itself takes longer than the command. */
const runBuilt: Run = (name, file) => outcomeOf([process.execPath, join(DIST, `${name}.js`), file]);

async function start(): Promise<Diapason> {
  running = await startDiapason(settings);
  return running;
}

async function stop(): Promise<void> {
  expect(await running?.stop()).toBe(0);
  running = undefined;
}

async function signIn({ url }: Diapason): Promise<TestClient> {
  const client = createClient(url);
  expect((await client.post("/api/auth/sign-in/email", MARIE)).status).toBe(200);
  return client;
}

/** That Marie signs in, and finds her event with her answer. */
async function expectTeam(diapason: Diapason): Promise<void> {
  const client = await signIn(diapason);
  const answer = await client.get("/api/events/upcoming?group=1&from=2050-12-01&limit=5");
  const [event] = answer.json<readonly PlannedEvent[] & Record<string, unknown>>();
  expect(event).toMatchObject({ name: "Culte", date: "2050-12-04", location: "Temple" });
  expect(event?.availability.map(({ userName }) => userName)).toContain("Marie Petit");
}

/** Does to the database what the start of a newer version would. */
async function openByNewerVersion(): Promise<void> {
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL ?? null, dataDir: settings.DATA_DIR });
  const next: Migration = {
    name: "of tomorrow",
    up: ({ schema }) => schema.alterTable("planning_event").addColumn("tomorrow", "text").execute(),
  };
  await migrate(database, [...MIGRATIONS, next]);
  await writeBackup(database, join(folder, "of-tomorrow.jsonl.gz"), new Date());
  await database.close();
}

/** What docs/operations.md says to do before an older version restores its backup. */
async function putNewerDatabaseAside(): Promise<void> {
  if (settings.DATABASE_URL !== undefined) {
    settings = { ...settings, DATABASE_URL: await createDatabase() };
    return;
  }
  await mkdir(join(settings.DATA_DIR, "newer"));
  for (const name of await readdir(settings.DATA_DIR)) {
    const isDatabase = name.startsWith("diapason.sqlite");
    if (isDatabase) await rename(join(settings.DATA_DIR, name), join(settings.DATA_DIR, "newer", name));
  }
}

describe.each(ENGINES)("on %s", (engine) => {
  const run = engine === "sqlite" ? npmRun : runBuilt;

  test("the database of the release before opens in this one: its people sign in, and find their planning", async () => {
    await placeLastRelease(engine);
    const diapason = await start();
    await expectTeam(diapason);
    expect(diapason.output()).not.toMatch(/"level":50/);
  });

  test("a rollback is refused in one line, and the backup of before brings the team back", async () => {
    await placeLastRelease(engine);
    const before = join(folder, "before.jsonl.gz");
    expect(await run("backup", before)).toMatchObject({ code: 0, errors: "" });
    await openByNewerVersion();
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartFailure);
    const { exitCode, output } = failure as StartFailure;
    expect(exitCode).toBe(1);
    expect(output.trim().split("\n")).toEqual([expect.stringContaining(REFUSAL)]);
    const overNewer = await run("restore", before);
    expect([overNewer.code, overNewer.errors.split("\n")]).toEqual([1, [expect.stringContaining(REFUSAL)]]);
    await putNewerDatabaseAside();
    const ofTomorrow = await run("restore", join(folder, "of-tomorrow.jsonl.gz"));
    expect([ofTomorrow.code, ofTomorrow.errors]).toEqual([
      1,
      expect.stringMatching(/^La sauvegarde est de la version .+$/),
    ]);
    expect(await run("restore", before)).toMatchObject({ code: 0, errors: "" });
    await expectTeam(await start());
  });
});

test("a backup of the release before is restored by this one", async () => {
  settings = { DATA_DIR: join(folder, "data"), AUTH_SECRET: "another secret than the one before" };
  expect(await npmRun("restore", formerBackup(LAST_RELEASE))).toMatchObject({ code: 0, errors: "" });
  await expectTeam(await start());
});

test("a team moves from SQLite to PostgreSQL and back with a backup and a restoration", async () => {
  await placeLastRelease("sqlite");
  await expectTeam(await start());
  await stop();
  const moving = join(folder, "moving.jsonl.gz");
  expect(await runBuilt("backup", moving)).toMatchObject({ code: 0, errors: "" });
  const sqlite = settings;
  settings = { ...settings, DATABASE_URL: await createDatabase() };
  expect(await runBuilt("restore", moving)).toMatchObject({ code: 0, errors: "" });
  await expectTeam(await start());
  await stop();
  const back = join(folder, "back.jsonl.gz");
  expect(await runBuilt("backup", back)).toMatchObject({ code: 0, errors: "" });
  settings = sqlite;
  expect(await runBuilt("restore", back)).toMatchObject({ code: 0, errors: "" });
  await expectTeam(await start());
});
