import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { startOf } from "#test/support/server/test-live.ts";
import { METRICS_TOKEN } from "#test/support/server/test-metrics.ts";
import { NOON } from "#test/support/server/test-planning.ts";
import { ENGINES, MARIE, settingsOf } from "#test/support/server/test-server.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { foundTeam, mailsOf, spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { openStream } from "#test/support/server/test-stream.ts";
import { keepDailyBackups } from "../daily-backup.ts";
import { migrate, MIGRATIONS } from "../database/migrate.ts";
import type { Migration } from "../database/migrations/migration.ts";
import { openSqlite } from "../database/sqlite/sqlite.ts";
import { createSpace } from "./create-space.ts";
import { bringBack, putAside, sweepDeleted } from "./deleted-spaces.ts";
import { spaceFolder } from "./space-settings.ts";

function fileOf({ environment }: TestSpaces, slug: string): string {
  return join(spaceFolder(environment["DATA_DIR"] ?? "", slug), "diapason.sqlite");
}

function isThere({ environment, register }: TestSpaces, slug: string): Promise<boolean> {
  return register.storage.isThere({ slug, folder: spaceFolder(environment["DATA_DIR"] ?? "", slug) });
}

test.each(ENGINES)(
  "a space is made at its first request, and its first admin registers by the link, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine });
    await spaces.create("chorale");
    expect(await isThere(spaces, "chorale")).toBe(false);
    const marie = await spaces.createWithAdmin("fanfare");
    expect(marie.user.isAdmin).toBe(true);
    expect(await isThere(spaces, "fanfare")).toBe(true);
    const config = (await spaces.clientOf("chorale").get("/api/config")).json();
    expect(config).toMatchObject({ sharing: true, defaultAdmin: null });
    expect((await spaces.register.find("chorale"))?.state).toBe("active");
  },
);

test.each(ENGINES)(
  "a host that is no space gets the page that says so, with a link to the front door, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine });
    for (const host of ["inconnu.localhost:1", "10.0.0.1", `inconnu.${new URL(spaces.baseUrl).host}`]) {
      const { status, text, headers } = await spaces.clientAt(host).get("/");
      expect([status, headers["x-content-type-options"]]).toEqual([404, "nosniff"]);
      expect(text).toContain("<h1>Cet espace n'existe pas.</h1>");
      expect(text).toContain(`href="${spaces.baseUrl}/"`);
    }
  },
);

test.each(ENGINES)(
  "a suspended space says so and sends nothing, also to pages that are open, and goes on when it is resumed, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine });
    const marie = await spaces.createWithAdmin("chorale");
    const suspend = { from: ["active"], to: "suspended", act: "suspended", now: new Date() } as const;
    await spaces.register.changeState("chorale", suspend);
    await expect.poll(async () => (await marie.get("/")).text).toContain("<h1>Cet espace est suspendu.</h1>");
    expect((await marie.get("/")).status).toBe(503);
    expect(spaces.countOpen()).toBe(0);
    await spaces.register.changeState("chorale", { ...suspend, from: ["suspended"], to: "active", act: "resumed" });
    expect((await marie.get("/api/auth/get-session")).json()).toMatchObject({ user: { email: MARIE.email } });
  },
);

test.each(ENGINES)(
  "a space is closed when nobody uses it, and opens again with all that it knew, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine, idleMs: 100 });
    const marie = await spaces.createWithAdmin("chorale");
    await expect.poll(spaces.countOpen).toBe(0);
    expect((await marie.get("/api/users")).status).toBe(200);
    expect(spaces.countOpen()).toBe(1);
  },
);

test.each(ENGINES)("requests that come while a space is being closed are answered, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine, idleMs: 1 });
  const marie = await spaces.createWithAdmin("chorale");
  const statuses = new Set<number>();
  for (let round = 0; round < 60; round += 1) {
    const answers = await Promise.all([marie.get("/api/users"), marie.get("/api/groups")]);
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});

test.each(ENGINES)(
  "at most SPACES_OPEN are open, and where more are asked for at once, all are answered, on %s",
  async (engine) => {
    const spaces = await spacesForThisTest({ engine, settings: { SPACES_OPEN: "3" } });
    const slugs = Array.from({ length: 12 }, (_, index) => `espace-${index}`);
    for (const slug of slugs) await spaces.create(slug);
    const answers = await Promise.all(slugs.map((slug) => spaces.clientOf(slug).get("/api/health")));
    expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 200));
    await expect.poll(spaces.countOpen).toBeLessThanOrEqual(3);
  },
);

test("a file that is corrupt, missing or not writable hurts its own space alone", async () => {
  const spaces = await spacesForThisTest();
  const hurt = ["corrompu", "disparu", "dossier", "journal"];
  for (const slug of [...hurt, "sain"]) await spaces.createWithAdmin(slug);
  await spaces.stop();
  await writeFile(fileOf(spaces, "corrompu"), "no database");
  await rm(fileOf(spaces, "disparu"));
  // Rights do not hold for root: what cannot be written is a folder instead, first the file, then its log.
  await rm(fileOf(spaces, "dossier"));
  await mkdir(fileOf(spaces, "dossier"));
  await mkdir(`${fileOf(spaces, "journal")}-wal`);
  const again = await spaces.restart();
  for (const slug of hurt) {
    const { status, text } = await again.clientOf(slug).get("/");
    expect([slug, status]).toEqual([slug, 503]);
    expect(text).toContain("Cet espace est momentanément indisponible.");
  }
  expect((await again.clientOf("sain").get("/api/health")).status).toBe(200);
  // Nothing new takes the place of what was lost.
  expect(existsSync(fileOf(again, "disparu"))).toBe(false);
});

test.each(ENGINES)(
  "one clock rings for all: a closed space is opened when its reminder is due, sends it once, and is closed, on %s",
  async (engine) => {
    let now = NOON;
    const spaces = await spacesForThisTest({ engine, clock: () => now, idleMs: 100 });
    const slugs = ["chorale", "fanfare", "quatuor"];
    for (const slug of slugs) await foundTeam(spaces, slug);
    await expect.poll(spaces.countOpen).toBe(0);
    const before = slugs.map((slug) => mailsOf(spaces, slug));
    now = new Date("2050-12-19T17:00:00Z");
    await spaces.lookForDue();
    const after = slugs.map((slug) => mailsOf(spaces, slug));
    expect(after).toEqual(before.map((mails) => mails + 1));
    expect(spaces.countOpen()).toBe(0);
    await spaces.lookForDue();
    expect(slugs.map((slug) => mailsOf(spaces, slug))).toEqual(after);
  },
);

test.each(ENGINES)(
  "a space that was opened for a reminder is opened once more, 31 days after its last use, on %s",
  async (engine) => {
    let now = NOON;
    const spaces = await spacesForThisTest({ engine, clock: () => now, idleMs: 100 });
    await foundTeam(spaces, "chorale");
    await expect.poll(spaces.countOpen).toBe(0);
    now = new Date("2050-12-19T17:00:00Z");
    await spaces.lookForDue();
    const sweepAt = new Date(NOON.getTime() + 31 * 24 * 3600_000);
    expect((await spaces.register.find("chorale"))?.dueAt).toEqual(sweepAt);
    now = sweepAt;
    await spaces.lookForDue();
    expect((await spaces.register.find("chorale"))?.dueAt).toEqual(new Date("2050-12-22T17:00:00Z"));
  },
);

test.each(ENGINES)(
  "what a killed server had open is opened at the next start, as the register may be behind, on %s",
  async (engine) => {
    let now = NOON;
    const spaces = await spacesForThisTest({ engine, clock: () => now, idleMs: 100 });
    await foundTeam(spaces, "chorale");
    await expect.poll(spaces.countOpen).toBe(0);
    await spaces.stop();
    // As after a kill: the space has jobs of which the register does not know.
    await spaces.register.noteClosed("chorale", { dueAt: null, usedAt: null });
    await spaces.register.noteOpened("chorale", { now, usedAt: null });
    now = new Date("2050-12-19T17:00:00Z");
    const again = await spaces.restart();
    await again.lookForDue();
    expect(mailsOf(again, "chorale")).toBe(1);
  },
);

test("a creation that was killed at any step is finished by the next opening", async () => {
  const spaces = await spacesForThisTest({ idleMs: 100 });
  const tokens = new Map<string, string>();
  for (const slug of ["rang", "dossier", "fichier", "tables"]) tokens.set(slug, await spaces.create(slug));
  await mkdir(spaceFolder(spaces.environment["DATA_DIR"] ?? "", "dossier"), { recursive: true });
  await mkdir(spaceFolder(spaces.environment["DATA_DIR"] ?? "", "fichier"), { recursive: true });
  await writeFile(fileOf(spaces, "fichier"), "");
  const half = await openSqlite(spaceFolder(spaces.environment["DATA_DIR"] ?? "", "tables"));
  await migrate(half, MIGRATIONS);
  await half.close();
  for (const [slug, invitation] of tokens) {
    const { status } = await spaces.clientOf(slug).post("/api/auth/sign-up/email", { ...MARIE, invitation });
    expect([slug, status]).toEqual([slug, 201]);
    expect((await spaces.register.find(slug))?.firstAdmin).toBeNull();
  }
});

test.each(ENGINES)("a server that stops closes its spaces, and notes when each is due, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine, clock: () => NOON });
  await foundTeam(spaces, "chorale");
  await spaces.stop();
  expect((await spaces.register.find("chorale"))?.dueAt).toEqual(new Date("2050-12-10T17:00:00Z"));
});

test.each(ENGINES)("an open stream keeps a space open, and ends with the server, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine, idleMs: 50, settings: { SPACES_OPEN: "1" } });
  const marie = await spaces.createWithAdmin("chorale");
  await spaces.create("fanfare");
  const ended = marie.get("/api/changes");
  await expect.poll(() => spaces.log.some((line) => line.includes("/api/changes"))).toBe(true);
  expect((await spaces.clientOf("fanfare").get("/api/health")).status).toBe(200);
  await expect.poll(spaces.countOpen).toBe(1);
  await spaces.stop();
  expect((await ended).status).toBe(200);
});

test.each(ENGINES)("a proxy learns which names have a space, also over the loopback address, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine, settings: { BASE_URL: "https://diapason.example" } });
  await spaces.create("chorale");
  const ask = async (domain: string) =>
    (await spaces.clientAt("127.0.0.1:3000").get(`/api/spaces/known?domain=${encodeURIComponent(domain)}`)).status;
  expect(
    await Promise.all(["chorale.diapason.example", "diapason.example", "CHORALE.diapason.example"].map(ask)),
  ).toEqual([200, 200, 200]);
  expect(await Promise.all(["fanfare.diapason.example", "", "x", "a.chorale.diapason.example"].map(ask))).toEqual([
    404, 404, 404, 404,
  ]);
});

test.each(ENGINES)("figures count spaces and name none, and a space has no figures, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine, settings: { METRICS_TOKEN } });
  await spaces.createWithAdmin("chorale");
  await spaces.create("fanfare");
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const { status, text } = await spaces.clientAt("127.0.0.1:1").get("/metrics", { authorization });
  expect(status).toBe(200);
  expect(text).toMatch(/^diapason_spaces 2$/m);
  expect(text).toMatch(/^diapason_spaces_open 1$/m);
  expect(text).toMatch(/^diapason_spaces_refused 0$/m);
  expect(text).toContain("diapason_http_requests_total");
  expect(text).not.toMatch(/chorale|fanfare/);
  expect((await spaces.clientOf("chorale").get("/metrics", { authorization })).status).toBe(404);
});

/** Keeps daily backups of the spaces until the end of the test. Returns their log. */
function backUp(spaces: TestSpaces, clock: () => Date, findPlaces = spaces.findBackupPlaces): string[] {
  const settings = settingsOf({ ...spaces.environment, SPACES: "on" });
  vi.stubEnv("SPACES", "on");
  vi.stubEnv("BASE_URL", "");
  vi.stubEnv("DATA_DIR", settings.dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  onTestFinished(keepDailyBackups(settings, logger, { clock, checkEveryMs: 20, findPlaces }));
  return lines;
}

function backupsOf({ environment }: TestSpaces, slug: string): string {
  return join(spaceFolder(settingsOf(environment).dataDir, slug), "backups");
}

test.each(ENGINES)(
  "the register knows the latest use of a space that stays open, for commands and after a kill, on %s",
  async (engine) => {
    let now = NOON;
    const spaces = await spacesForThisTest({ engine, clock: () => now, idleMs: 200 });
    const admin = await spaces.createWithAdmin("chorale");
    const { host } = new URL(spaces.baseUrl);
    const stream = await openStream(spaces.url, admin, "/api/changes", { host: `chorale.${host}` });
    await startOf(stream);
    now = new Date(NOON.getTime() + 3_600_000);
    expect((await admin.get("/api/users")).status).toBe(200);
    await expect.poll(async () => (await spaces.register.find("chorale"))?.usedAt).toEqual(now);
    expect(spaces.countOpen()).toBe(1);
    // Another server that was used earlier, and closes the space later.
    await spaces.register.noteClosed("chorale", { dueAt: null, usedAt: NOON });
    expect((await spaces.register.find("chorale"))?.usedAt).toEqual(now);
    stream.leave();
  },
);

test("a space that stays open gets its daily backup on each day on which it was used", async () => {
  let now = new Date();
  const spaces = await spacesForThisTest({ clock: () => now });
  await spaces.createWithAdmin("chorale");
  now = new Date(now.getTime() + 60_000);
  const lines = backUp(spaces, () => now);
  await expect.poll(() => lines.join("")).toContain("the daily backup is made");
  now = new Date(now.getTime() + 2 * 24 * 3600_000);
  expect((await spaces.clientOf("chorale").get("/api/health")).status).toBe(200);
  expect(spaces.countOpen()).toBe(1);
  await expect.poll(async () => (await readdir(backupsOf(spaces, "chorale"))).length).toBe(2);
});

test("a space gets its daily backup on days on which it was used, and none on others", async () => {
  let now = new Date();
  const spaces = await spacesForThisTest({ clock: () => now, idleMs: 100 });
  await spaces.createWithAdmin("chorale");
  await spaces.create("fanfare");
  await expect.poll(spaces.countOpen).toBe(0);
  now = new Date(now.getTime() + 60_000);
  let checks = 0;
  const findPlaces = () => spaces.findBackupPlaces().finally(() => (checks += 1));
  const lines = backUp(spaces, () => now, findPlaces);
  const folder = backupsOf(spaces, "chorale");
  await expect.poll(() => lines.join("")).toContain("the daily backup is made");
  expect(await readdir(folder)).toHaveLength(1);
  now = new Date(now.getTime() + 2 * 24 * 3600_000);
  const before = checks;
  await expect.poll(() => checks).toBeGreaterThan(before + 2);
  expect(await readdir(folder)).toHaveLength(1);
  expect((await spaces.clientOf("chorale").get("/api/health")).status).toBe(200);
  await expect.poll(async () => (await readdir(folder)).length).toBe(2);
  expect(existsSync(spaceFolder(settingsOf(spaces.environment).dataDir, "fanfare"))).toBe(false);
});

test.each(ENGINES)(
  "after the clock was set back, a space whose mail is to be tried again is looked at at once, on %s",
  async (engine) => {
    let now = NOON;
    const smtp = await startTestSmtpServer();
    const port = String(smtp.port);
    await smtp.stop();
    const spaces = await spacesForThisTest({
      engine,
      clock: () => now,
      settings: { MAIL_URL: `smtp://127.0.0.1:${port}` },
    });
    await spaces.createWithAdmin("chorale");
    const failures = () => spaces.log.filter((line) => line.includes("mail delayed")).length;
    await expect.poll(failures).toBe(1);
    await spaces.stop();
    const again = await spaces.restart();
    await again.lookForDue();
    const before = again.log.filter((line) => line.includes("mail delayed")).length;
    now = new Date(NOON.getTime() - 10 * 3600_000);
    await again.lookForDue();
    expect(again.log.filter((line) => line.includes("mail delayed")).length).toBe(before + 1);
  },
);

test("on PostgreSQL a creation that was killed at any step is finished by the next opening", async () => {
  const spaces = await spacesForThisTest({ engine: "postgres" });
  const { storage } = spaces.register;
  const tokens = new Map<string, string>();
  const placeOf = (slug: string) => ({ slug, folder: spaceFolder(spaces.environment["DATA_DIR"] ?? "", slug) });
  for (const slug of ["rang", "schema", "a-moitie", "tables"]) tokens.set(slug, await spaces.create(slug));
  for (const slug of ["schema", "a-moitie", "tables"]) {
    const database = await storage.open(placeOf(slug), { isNew: true });
    if (slug === "tables") await migrate(database);
    // As a release before this one left it.
    if (slug === "a-moitie") await migrate(database, MIGRATIONS.slice(0, 12));
    await database.close();
  }
  for (const [slug, invitation] of tokens) {
    const { status } = await spaces.clientOf(slug).post("/api/auth/sign-up/email", { ...MARIE, invitation });
    expect([slug, status]).toEqual([slug, 201]);
    expect((await spaces.register.find(slug))?.firstAdmin).toBeNull();
  }
});

test("on PostgreSQL a migration that fails leaves nothing half made, and is done by the next opening", async () => {
  const spaces = await spacesForThisTest({ engine: "postgres" });
  await spaces.create("chorale");
  const place = { slug: "chorale", folder: spaceFolder(spaces.environment["DATA_DIR"] ?? "", "chorale") };
  const database = await spaces.register.storage.open(place, { isNew: true });
  const failing: Migration = { name: "fails", up: () => Promise.reject(new Error("killed")) };
  await expect(migrate(database, [...MIGRATIONS.slice(0, 5), failing])).rejects.toThrow("killed");
  expect(await spaces.register.storage.isThere(place)).toBe(false);
  expect((await spaces.clientOf("chorale").get("/api/health")).status).toBe(200);
});

test("a schema that is missing hurts its own space alone, and nothing new takes its place", async () => {
  const spaces = await spacesForThisTest({ engine: "postgres", idleMs: 100 });
  for (const slug of ["disparu", "vide", "sain"]) await spaces.createWithAdmin(slug);
  await expect.poll(spaces.countOpen).toBe(0);
  const { kysely } = spaces.register.database;
  await sql`drop schema "space_disparu" cascade`.execute(kysely);
  await sql`drop schema "space_vide" cascade`.execute(kysely);
  await sql`create schema "space_vide"`.execute(kysely);
  for (const slug of ["disparu", "vide"]) {
    const { status, text } = await spaces.clientOf(slug).get("/");
    expect([slug, status]).toEqual([slug, 503]);
    expect(text).toContain("Cet espace est momentanément indisponible.");
    expect(await isThere(spaces, slug)).toBe(false);
  }
  expect((await spaces.clientOf("sain").get("/api/health")).status).toBe(200);
});

test.each(ENGINES)("a deletion that was killed at any step is finished by the next sweep, on %s", async (engine) => {
  const spaces = await spacesForThisTest({ engine });
  const { register, environment } = spaces;
  const { storage } = register;
  const dataDir = environment["DATA_DIR"] ?? "";
  const placeOf = (slug: string) => ({ slug, folder: spaceFolder(dataDir, slug) });
  const now = new Date();
  const slugs = ["rang", "schema", "dossier", "retabli", "efface"];
  for (const slug of slugs) await spaces.createWithAdmin(slug);
  await spaces.stop();
  for (const slug of slugs) {
    await register.changeState(slug, { from: ["active"], to: "deleted", act: "deleted", now });
    if (slug !== "rang") await storage.putAside(slug);
    if (slug !== "rang" && slug !== "schema") await putAside(register, dataDir, slug);
  }
  // Killed while it was brought back, before the register knew.
  await bringBack(register, dataDir, "retabli");
  await storage.drop("efface", { isAside: true });
  await sweepDeleted(register, dataDir, now);
  for (const slug of slugs) {
    expect([slug, await storage.isThere(placeOf(slug))]).toEqual([slug, false]);
    expect([slug, existsSync(placeOf(slug).folder)]).toEqual([slug, false]);
  }
  // Within thirty days each comes back, if its data are there.
  for (const slug of ["rang", "schema", "dossier", "retabli"]) {
    expect([slug, await bringBack(register, dataDir, slug)]).toEqual([slug, true]);
    await putAside(register, dataDir, slug);
  }
  await sweepDeleted(register, dataDir, new Date(now.getTime() + 31 * 24 * 3600_000));
  expect(await register.list()).toEqual([]);
  if (engine === "postgres") {
    const { rows } = await sql`
      select nspname from pg_namespace where nspname ~ '^(space|deleted)_'`.execute(register.database.kysely);
    expect(rows).toEqual([]);
  }
});

test("a database takes a thousand spaces, and says so at the front door and to commands", async () => {
  const spaces = await spacesForThisTest({ engine: "postgres" });
  const { register } = spaces;
  await spaces.create("chorale");
  await sql`
    insert into space (slug, name, state, secret_value, created_at)
    select 'espace-' || n, 'x', 'deleted', 'x', now() from generate_series(1, 998) n`.execute(register.database.kysely);
  expect(await register.isFull()).toBe(false);
  const space = (slug: string) => ({ slug, name: "x", email: MARIE.email });
  // Two at once cannot both be the last one.
  const both = await Promise.allSettled(["un", "deux"].map((slug) => createSpace(register, space(slug), new Date())));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await register.isFull()).toBe(true);
  await expect(createSpace(register, space("trois"), new Date())).rejects.toThrow(
    "Cette base de données a ses 1000 espaces, supprimés depuis moins de 30 jours compris\u00a0: elle n'en prend pas d'autre",
  );
  await expect(createSpace(register, space("chorale"), new Date())).rejects.toThrow("L'adresse chorale est déjà prise");
  const visitor = spaces.clientAt(new URL(spaces.baseUrl).host);
  const raw = new URLSearchParams({ name: "La rotonde", slug: "rotonde", email: MARIE.email }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status, text } = await visitor.send("POST", "/create", { raw, headers });
  expect([status, text.replaceAll("&#39;", "'")]).toEqual([
    422,
    expect.stringContaining("Cette installation ne peut plus accueillir d'espace. Prévenez la personne qui l'héberge."),
  ]);
});
