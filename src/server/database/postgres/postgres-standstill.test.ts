import { sql } from "kysely";
import pg from "pg";
import { expect, test, type TestContext } from "vitest";
import { addJobs } from "#server/jobs/write-jobs.ts";
import { remindersJob } from "#server/planning/reminders/write-reminders.ts";
import { startPostgres, type TestPostgres } from "#test/support/postgres/start-postgres.ts";
import { follow, renameGroup, mentions } from "#test/support/server/test-live.ts";
import { figureIn, METRICS_TOKEN, scrapeText } from "#test/support/server/test-metrics.ts";
import { createEvent, NOON, giveAnswer } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import {
  type Answer,
  MARIE,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { buildTestPage, removeTestPage, visit } from "#test/support/server/test-visit.ts";

/** The time limit of a statement, and as much again for a busy machine. One after another, the calls would take minutes. */
const LONGEST_ANSWER_MS = 12_000;
/** For calls that arrive when PostgreSQL already counts as silent. */
const LONGEST_REFUSAL_MS = 8000;

/** The pool of a server, and the connection that listens. */
const CONNECTIONS = 11;

interface Standstill {
  readonly postgres: TestPostgres;
  readonly environment: Record<string, string>;
  readonly server: TestServer;
  readonly admin: TestClient;
}

/** A server on a PostgreSQL of its own until the end of this test: the tests wait at the same time. */
async function begin({ onTestFinished }: TestContext): Promise<Standstill> {
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  const environment = {
    ...(await newEnvironment("sqlite")),
    DATABASE_URL: `${postgres.url}/postgres`,
    SHARING: "on",
    METRICS_TOKEN,
  };
  onTestFinished(() => removeData(environment));
  const webRoot = await buildTestPage();
  onTestFinished(() => removeTestPage(webRoot));
  // It goes on: what is tried again later has its moment.
  const clock = () => new Date(NOON.getTime() + performance.now());
  const server = await startTestServer(environment, { clock, webRoot });
  onTestFinished(server.stop);
  onTestFinished(postgres.resume);
  return { postgres, environment, server, admin: await signInDefaultAdmin(server) };
}

/** Sends reads, writes and sign-ins at once, more than there are connections. @returns milliseconds until the last answer */
async function expectAllRefused({ server, admin }: Standstill, person: TestClient, eventId: string): Promise<number> {
  const from = performance.now();
  const credentials = { email: MARIE.email, password: MARIE.password };
  const calls = Array.from({ length: 8 }, (_, number): Promise<Answer>[] => [
    admin.get("/api/health"),
    admin.get("/api/users"),
    admin.post("/api/groups", { name: `Chorale ${number}` }),
    giveAnswer(person, eventId, number % 2 === 0 ? "present" : "absent"),
    server.client().post("/api/auth/sign-in/email", credentials),
  ]);
  for (const answer of await Promise.all(calls.flat())) {
    expectProblem(answer, 503, "server.unavailable");
    expect(answer.headers["retry-after"]).toBe("5");
  }
  return performance.now() - from;
}

async function untilHealthy({ expect: { poll } }: TestContext, asked: TestServer): Promise<void> {
  await poll(async () => (await asked.client().get("/api/health")).status).toBe(200);
}

test.concurrent(
  "a PostgreSQL that stands still is answered for within seconds, however many ask, and works by itself when it goes on",
  async (context) => {
    const standstill = await begin(context);
    const { postgres, server, admin } = standstill;
    const marie = await register(server);
    const event = await createEvent(admin);
    await postgres.suspend();
    const figures = scrapeText(server);
    expect(await expectAllRefused(standstill, marie, event.id)).toBeLessThan(LONGEST_ANSWER_MS);
    expect(figureIn(await figures, "diapason_database_up")).toBe(0);
    expect(await expectAllRefused(standstill, marie, event.id)).toBeLessThan(LONGEST_REFUSAL_MS);
    await postgres.resume();
    await untilHealthy(context, server);
    expect((await giveAnswer(marie, event.id, "present")).status).toBe(200);
    const names = (await admin.get("/api/groups")).json<{ name: string }[] & Record<string, unknown>>();
    // No refused write was carried out later, and none holds a transaction.
    expect(names.filter(({ name }) => name.startsWith("Chorale"))).toEqual([]);
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, number) => admin.post("/api/groups", { name: `Orchestre ${number}` })),
    );
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201));
    const readIdle = sql`select pid from pg_stat_activity where state like 'idle in transaction%'`;
    // The server's own work goes on: at any one moment a transaction may be between two statements.
    await context.expect.poll(async () => (await readIdle.execute(server.database.kysely)).rows).toEqual([]);
  },
);

test.concurrent(
  "a statement that waits for somebody else's lock ends within seconds, on PostgreSQL too, and others go on",
  async (context) => {
    const { environment, admin } = await begin(context);
    const other = new pg.Client(environment["DATABASE_URL"]);
    await other.connect();
    await other.query("begin; lock table planning_event in access exclusive mode");
    const from = performance.now();
    const blocked = Promise.all(
      Array.from({ length: 5 }, () => admin.get("/api/events?from=2050-12-01&to=2050-12-31")),
    );
    expect((await admin.get("/api/users")).status).toBe(200);
    for (const answer of await blocked) expectProblem(answer, 503, "server.unavailable");
    expect(performance.now() - from).toBeLessThan(LONGEST_ANSWER_MS);
    const { rows } = await other.query("select pid from pg_stat_activity where wait_event_type = 'Lock'");
    expect(rows).toEqual([]);
    await other.query("commit");
    await other.end();
    expect((await admin.get("/api/events?from=2050-12-01&to=2050-12-31")).status).toBe(200);
  },
);

test.concurrent(
  "a server that is started while PostgreSQL stands still says so in one line, and does not wait for it",
  async (context) => {
    const { postgres, environment } = await begin(context);
    await postgres.suspend();
    const from = performance.now();
    await expect(startTestServer(environment)).rejects.toThrow(
      /^DATABASE_URL\u00a0: PostgreSQL est inutilisable à l'adresse 127\.0\.0\.1:\d+ \(.+\)$/,
    );
    expect(performance.now() - from).toBeLessThan(LONGEST_ANSWER_MS);
  },
);

test.concurrent("what another process changes is heard again after PostgreSQL stood still", async (context) => {
  const { postgres, environment, server, admin } = await begin(context);
  const other = await startTestServer(environment, { clock: () => NOON });
  const stream = await follow(server, admin);
  await stream.find(({ event }) => event === "ready");
  await postgres.suspend();
  expectProblem(await admin.get("/api/health"), 503, "server.unavailable");
  await postgres.resume();
  await untilHealthy(context, server);
  await untilHealthy(context, other);
  await renameGroup(await signInDefaultAdmin(other), "D'un autre processus");
  await stream.find(mentions("D'un autre processus"));
  stream.leave();
  await other.stop();
});

test.concurrent(
  "the stream, the page, the jobs and the sign-in go on by themselves after PostgreSQL stood still",
  async (context) => {
    const { postgres, server, admin } = await begin(context);
    await register(server);
    const stream = await follow(server, admin);
    await stream.find(({ event }) => event === "ready");
    const { kysely } = server.database;
    const { address } = (await admin.post("/api/users/me/calendar")).json<{ address: string }>();
    const now = new Date(NOON.getTime() + performance.now());
    await addJobs(server.database, [remindersJob(now)], now);
    await postgres.suspend();
    server.wake();
    const from = performance.now();
    const [page, feed] = await Promise.all([visit(admin), server.client().get(new URL(address).pathname)]);
    // The page opens, without its data; a calendar program is told to come back.
    expect([page.answer.status, page.data]).toEqual([200, null]);
    expect([feed.status, feed.headers["retry-after"]]).toEqual([503, "5"]);
    expect(performance.now() - from).toBeLessThan(LONGEST_ANSWER_MS);
    await context.expect.poll(() => server.log.join("")).toContain("jobs cannot be read");
    await postgres.resume();
    await untilHealthy(context, server);
    expect((await visit(admin)).data).not.toBeNull();
    await renameGroup(admin, "Après le silence");
    await stream.find(mentions("Après le silence"));
    const credentials = { email: MARIE.email, password: MARIE.password };
    expect((await server.client().post("/api/auth/sign-in/email", credentials)).status).toBe(200);
    const due = () => kysely.selectFrom("job").select("id").where("kind", "=", "reminders").where("due_at", "<=", now);
    await context.expect.poll(() => due().execute()).toEqual([]);
    stream.leave();
    const { rows } = await sql`
      select pid from pg_stat_activity where application_name like 'diapason%'`.execute(kysely);
    expect(rows.length).toBeLessThanOrEqual(CONNECTIONS);
  },
);
