import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { slugTaken } from "#text/commands/command-output.ts";
import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { mentions, renameGroup, startOf } from "#test/support/server/test-live.ts";
import { NOON } from "#test/support/server/test-planning.ts";
import { runScript } from "#test/support/server/test-process.ts";
import { createClient, MARIE, type TestClient } from "#test/support/server/test-server.ts";
import { foundTeam, mailsOf, spacesForThisTest, type TestSpaces } from "#test/support/server/test-spaces.ts";
import { openStream } from "#test/support/server/test-stream.ts";
import { openRegister, type Register } from "../database/register/register.ts";
import { createSpace } from "./create-space.ts";
import { putAside } from "./deleted-spaces.ts";

const engine = "postgres";
const REMINDER = new Date("2050-12-19T17:00:00Z");
const PATIENCE_MS = 50_000;

function hostOf({ baseUrl }: TestSpaces, slug: string): string {
  return `${slug}.${new URL(baseUrl).host}`;
}

/** A stream of a space, as a browser at this server has it. */
async function followSpace(server: TestSpaces, slug: string, { cookies }: TestClient) {
  return openStream(server.url, { cookies }, "/api/changes", { host: hostOf(server, slug) });
}

function failuresIn({ log }: TestSpaces): string[] {
  return log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
}

/** How many statements wait for another transaction. */
async function countWaiting({ database }: Register): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely);
  return rows[0]?.waiting ?? 0;
}

test("a change that one server accepts reaches the pages that are open at another one, in this space alone", async () => {
  const one = await spacesForThisTest({ engine });
  const other = await one.restart();
  const marie = await one.createWithAdmin("chorale");
  const paul = await one.createWithAdmin("fanfare");
  const [here, there] = [await followSpace(other, "chorale", marie), await followSpace(other, "fanfare", paul)];
  await Promise.all([startOf(here), startOf(there)]);
  await renameGroup(marie, "Sopranos");
  await renameGroup(paul, "Cuivres");
  await here.find(mentions("Sopranos"));
  await there.find(mentions("Cuivres"));
  expect(here.events.some(mentions("Cuivres"))).toBe(false);
  for (const stream of [here, there]) stream.leave();
});

test("of several servers that are woken at once, one sends the reminder of a closed space, once", async () => {
  let now = NOON;
  const clock = () => now;
  const first = await spacesForThisTest({ engine, clock, idleMs: 100 });
  const servers = [first, await first.restart(), await first.restart()];
  const slugs = ["chorale", "fanfare", "quatuor"];
  for (const slug of slugs) await foundTeam(first, slug);
  for (const { countOpen } of servers) await expect.poll(countOpen).toBe(0);
  const count = () => slugs.map((slug) => servers.reduce((sum, server) => sum + mailsOf(server, slug), 0));
  const before = count();
  now = REMINDER;
  await Promise.all(servers.map(({ lookForDue }) => lookForDue()));
  await expect.poll(count).toEqual(before.map((mails) => mails + 1));
  // The register was told when each is due again: nobody opens one a second time.
  await Promise.all(servers.map(({ lookForDue }) => lookForDue()));
  expect(count()).toEqual(before.map((mails) => mails + 1));
  expect(servers.flatMap(failuresIn)).toEqual([]);
});

test("a due space is claimed by one server, and by nobody while one has it open", async () => {
  const one = await spacesForThisTest({ engine, idleMs: 100 });
  const other = await one.restart();
  await one.createWithAdmin("chorale");
  await expect.poll(one.countOpen).toBe(0);
  await Promise.all([one.stop(), other.stop()]);
  const registers = [one.register, other.register];
  const due = new Date(NOON.getTime() - 1000);
  await one.register.noteDue("chorale", due);
  const claims = await Promise.all(registers.map(({ claimDue }) => claimDue("chorale", NOON)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  const claimer = registers[claims.indexOf(true)];
  await one.register.noteDue("chorale", due);
  expect(await one.register.findDue(NOON, 9)).toEqual([]);
  expect(await one.register.claimDue("chorale", NOON)).toBe(false);
  await claimer?.noteClosed("chorale", { dueAt: NOON, usedAt: null });
  // The earlier moment stays, which somebody else noted meanwhile.
  expect(await one.register.nextDue()).toEqual(due);
});

test("two servers that create the same address at once make one space, with one first admin", async () => {
  const one = await spacesForThisTest({ engine });
  const other = await one.restart();
  const space = { slug: "chorale", name: "La chorale", email: MARIE.email };
  const creations = [one, other].map(({ register }) => createSpace(register, space, new Date()));
  const outcomes = (await Promise.allSettled(creations)).toSorted((a, b) => a.status.localeCompare(b.status));
  expect(outcomes).toEqual([
    { status: "fulfilled", value: expect.any(String) },
    { status: "rejected", reason: expect.objectContaining({ message: slugTaken("chorale") }) },
  ]);
  const token = await Promise.any(creations);
  // Its schema is made by whoever comes first; they come at once.
  const clients = [one, other, one, other].map(({ clientOf }) => clientOf("chorale"));
  const answers = await Promise.all(clients.map((client) => client.get("/api/health")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const signUps = await Promise.all(
    clients.map((client, index) =>
      client.post("/api/auth/sign-up/email", {
        ...MARIE,
        email: index === 2 ? MARIE.email : "x@example.org",
        invitation: token,
      }),
    ),
  );
  expect(signUps.map(({ status }) => status)).toEqual([403, 403, 201, 403]);
  const { kysely } = await one.databaseOf("chorale");
  const acts = await kysely.selectFrom("admin_act").select("act").execute();
  expect(acts.filter(({ act }) => act.includes("admin_link.made"))).toHaveLength(1);
  expect([one, other].flatMap(failuresIn)).toEqual([]);
});

test("a space that is deleted while another server serves it is closed there, and put aside", async () => {
  const one = await spacesForThisTest({ engine });
  const other = await one.restart();
  const marie = await one.createWithAdmin("chorale");
  const stream = await followSpace(other, "chorale", marie);
  await startOf(stream);
  expect([one.countOpen(), other.countOpen()]).toEqual([1, 1]);
  const { register, environment } = one;
  const change = { from: ["active"], to: "deleted", act: "deleted", now: new Date() } as const;
  expect(await register.changeState("chorale", change)).toBe(true);
  expect(await putAside(register, environment["DATA_DIR"] ?? "", "chorale", PATIENCE_MS)).toBe(true);
  expect(await stream.ended).toBe(true);
  expect([one.countOpen(), other.countOpen()]).toEqual([0, 0]);
  for (const server of [one, other]) {
    expect((await server.clientOf("chorale", marie.cookies).get("/api/users")).status).toBe(404);
    expect(failuresIn(server)).toEqual([]);
  }
});

test("two servers that close a space at once both tell of its accounts", async () => {
  const one = await spacesForThisTest({ engine });
  const other = await one.restart();
  await one.create("chorale");
  const { register } = one;
  const held = await register.database.kysely.startTransaction().execute();
  await sql`insert into space_account (slug, address_hash) values ('chorale', 'marie')`.execute(held);
  const notes = [register, other.register].map(({ noteAccounts }) => noteAccounts("chorale", ["marie", "paul"]));
  // Both have found that no account is noted, and are in the middle of noting these.
  await expect.poll(() => countWaiting(register)).toBe(2);
  await held.rollback().execute();
  await Promise.all(notes);
  for (const address of ["marie", "paul"]) expect((await register.findOfAccount(address)).closed).toEqual(["chorale"]);
});

test("a space that one server holds open is not put aside, and a server that missed the notice notices later", async () => {
  const one = await spacesForThisTest({ engine });
  await one.createWithAdmin("chorale");
  const { register, environment } = one;
  const place = { slug: "chorale", folder: join(environment["DATA_DIR"] ?? "", "spaces/chorale") };
  expect(await register.storage.isUnused(place)).toBe(false);
  expect(await putAside(register, environment["DATA_DIR"] ?? "", "chorale")).toBe(false);
  expect(await register.storage.isThere(place)).toBe(true);
  await one.stop();
  expect(await register.storage.isUnused(place)).toBe(true);
});

test("what a killed server had open is taken over by another one, which sends what is due", async () => {
  let now = NOON;
  const one = await spacesForThisTest({ engine, clock: () => now, idleMs: 100 });
  await foundTeam(one, "chorale");
  await expect.poll(one.countOpen).toBe(0);
  const killed = runScript("main.ts", { SPACES: "on", ...one.environment });
  const url = await killed.ready();
  const host = `chorale.${new URL(url).host}`;
  expect((await createClient(url).get("/api/health", { host })).status).toBe(200);
  // As long as it runs, nobody else takes its space for closed.
  expect(await one.register.recover(now)).toBe(false);
  killed.child.kill("SIGKILL");
  await killed.end();
  now = REMINDER;
  await expect.poll(() => one.register.recover(now)).toBe(true);
  const before = mailsOf(one, "chorale");
  await one.lookForDue();
  expect(mailsOf(one, "chorale")).toBe(before + 1);
});

test("a server that lost its listening connection, and was taken for dead, says again what it has open", async () => {
  const one = await spacesForThisTest({ engine });
  await one.createWithAdmin("chorale");
  const { register } = one;
  const place = { slug: "chorale", folder: join(one.environment["DATA_DIR"] ?? "", "spaces/chorale") };
  // As another server takes it over in the moment between.
  await sql`delete from space_opening`.execute(register.database.kysely);
  expect(await register.storage.isUnused(place)).toBe(true);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'diapason listener' and datname = current_database()`.execute(register.database.kysely);
  await expect.poll(() => register.storage.isUnused(place)).toBe(false);
  expect(await register.recover(new Date())).toBe(false);
});

test("after PostgreSQL was gone, spaces come back by themselves, also those that were to be closed meanwhile", async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  const settings = { DATABASE_URL: `${postgres.url}/postgres` };
  const spaces = await spacesForThisTest({ settings, idleMs: 300 });
  const busy = await spaces.createWithAdmin("chorale");
  const idle = await spaces.createWithAdmin("fanfare");
  const stream = await followSpace(spaces, "chorale", busy);
  await startOf(stream);
  await postgres.kill();
  expect((await busy.get("/api/users")).status).toBe(503);
  // It cannot be written that this one is closed.
  await expect.poll(spaces.countOpen).toBe(1);
  expect((await idle.get("/api/users")).status).toBe(503);
  await postgres.start();
  await expect.poll(async () => (await busy.get("/api/users")).status).toBe(200);
  await expect.poll(async () => (await idle.get("/api/users")).status).toBe(200);
  await renameGroup(busy, "Sopranos");
  await stream.find(mentions("Sopranos"));
  stream.leave();
  await expect.poll(spaces.countOpen).toBe(0);
  const register = await openRegister({ dataDir: "", databaseUrl: settings.DATABASE_URL });
  onTestFinished(register.close);
  await expect.poll(async () => (await register.findOfAccount("")).open).toEqual([]);
  expect((await register.list()).every(({ dueAt }) => dueAt !== null)).toBe(true);
});
