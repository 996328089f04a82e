import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { startPostgres, type TestPostgres } from "#test/support/postgres/start-postgres.ts";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { follow, renameGroup, mentions } from "#test/support/server/test-live.ts";
import { createEvent, NOON, giveAnswer } from "#test/support/server/test-planning.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import {
  type Answer,
  MARIE,
  newEnvironment,
  register,
  removeData,
  settingsOf,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { openDatabase } from "./database/open-database.ts";

/** Bodies of the calls that anyone may make. Other calls are refused before their body is checked. */
const BODIES: Readonly<Record<string, unknown>> = {
  signUp: { ...MARIE, email: "late@example.org" },
  signIn: { email: MARIE.email, password: MARIE.password },
  requestPasswordReset: { email: MARIE.email },
  resetPassword: { token: "x".repeat(43), newPassword: "secret2" },
  checkInvitation: { invitation: "x" },
  confirmEmail: { token: "x".repeat(43) },
  readLinkedEvent: { token: "x" },
  answerByLink: { token: "x", status: "present" },
};
/** A challenge for a passkey is signed, not stored: it is made, and a wrong one refused, without the database. */
const WITHOUT_DATABASE: ReadonlySet<string> = new Set(["openapi", "challengePasskey", "signInWithPasskey"]);

let postgres: TestPostgres;
let environment: Record<string, string>;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  postgres = await startPostgres();
  environment = { ...(await newEnvironment("sqlite")), DATABASE_URL: `${postgres.url}/postgres`, SHARING: "on" };
  server = await startTestServer(environment, { clock: () => NOON });
  admin = await signInDefaultAdmin(server);
});
afterAll(async () => {
  await server.stop();
  await postgres.remove();
  await removeData(environment);
});

/** Stops PostgreSQL while `act` runs. */
async function whileAway<Result>(act: () => Promise<Result>): Promise<Result> {
  await postgres.stop();
  try {
    return await act();
  } finally {
    await postgres.start();
  }
}

function callAs(client: TestClient, name: string, { method, path, request }: Operation): Promise<Answer> {
  return client.send(method, path.replaceAll(/\{\w+\}/g, "1"), { body: request && (BODIES[name] ?? {}) });
}

test("every call is answered with 503, a time and a sentence while PostgreSQL is away, and works when it is back", async () => {
  const calls = Object.entries<Operation>(OPERATIONS).filter(([name]) => !WITHOUT_DATABASE.has(name));
  const cookies = new Map(admin.cookies);
  await whileAway(async () => {
    for (const [name, operation] of calls) {
      const answer = await callAs(admin, name, operation);
      expect([name, answer.status, answer.headers["retry-after"]]).toEqual([name, 503, "5"]);
      expectProblem(answer, 503, "server.unavailable");
      expect(answer.json()["detail"]).toBe("Le service est momentanément indisponible. Réessayez dans un instant.");
    }
  });
  // The sign-out, which could not end the session, did not remove the cookie.
  expect(admin.cookies).toEqual(cookies);
  expect((await admin.get("/api/health")).status).toBe(200);
  expect((await admin.get("/api/auth/get-session")).json()).toMatchObject({ user: { isAdmin: true } });
});

test("what was acknowledged before is there after PostgreSQL ended without warning", async () => {
  const marie = await register(server);
  const event = await createEvent(admin);
  expect((await giveAnswer(marie, event.id, "present")).status).toBe(200);
  await postgres.kill();
  expectProblem(await giveAnswer(marie, event.id, "absent"), 503, "server.unavailable");
  await postgres.start();
  const names = (answer: Answer) => answer.json<{ availability: { userName: string }[] }>().availability;
  expect(names(await marie.get(`/api/events/${event.id}`)).map(({ userName }) => userName)).toContain("Marie Petit");
  expect((await giveAnswer(marie, event.id, "absent")).status).toBe(200);
});

test("a stream that was open tells what comes after, without being opened again", async () => {
  const stream = await follow(server, admin);
  await stream.find(({ event }) => event === "ready");
  await whileAway(async () => expectProblem(await admin.get("/api/health"), 503, "server.unavailable"));
  await renameGroup(admin, "Après la panne");
  await stream.find(mentions("Après la panne"));
  stream.leave();
});

test("what another process changes is heard again once both are back", async () => {
  const other = await startTestServer(environment, { clock: () => NOON });
  const stream = await follow(server, admin);
  await stream.find(({ event }) => event === "ready");
  await whileAway(async () => expectProblem(await admin.get("/api/health"), 503, "server.unavailable"));
  await renameGroup(await signInDefaultAdmin(other), "D'un autre processus");
  await stream.find(mentions("D'un autre processus"));
  stream.leave();
  await other.stop();
});

test("a connection that breaks between two statements of a transaction ends nothing but that", async () => {
  const database = await openDatabase(settingsOf(environment));
  const broken = database.kysely.transaction().execute(async (transaction) => {
    await transaction.selectFrom("users").select("id").execute();
    await whileAway(() => Promise.resolve());
    await transaction.selectFrom("users").select("id").execute();
  });
  const error = await broken.catch((reason: unknown) => reason);
  expect(database.failureOf(error)).toBe("unavailable");
  await database.ping();
  await database.close();
});

test("of two transactions that wait for each other, PostgreSQL ends one, which may be tried again", async () => {
  const { kysely, failureOf } = server.database;
  const tables = ["planning_state", "access_version"] as const;
  const bothHoldOne = Promise.withResolvers<void>();
  let held = 0;
  const transactions = [tables, tables.toReversed()].map((order) =>
    kysely.transaction().execute(async (transaction) => {
      for (const table of order) {
        await transaction.selectFrom(table).select("id").forUpdate().execute();
        if (++held === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
      }
    }),
  );
  const outcomes = await Promise.allSettled(transactions);
  const errors = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  expect(errors.map(failureOf)).toEqual(["unavailable"]);
});

test("an SQLite file that another process holds for too long is answered in the same way, and reading goes on", async () => {
  const own = await serverForThisTest("sqlite", { settings: { SHARING: "on" } });
  const client = await signInDefaultAdmin(own);
  await sql`pragma busy_timeout = 0`.execute(own.database.kysely);
  const other = await openDatabase(settingsOf(own.environment));
  await other.kysely.transaction().execute(async () => {
    expectProblem(await client.post("/api/groups", { name: "Chorale" }), 503, "server.unavailable");
    expect((await client.get("/api/groups")).status).toBe(200);
  });
  expect((await client.post("/api/groups", { name: "Chorale" })).status).toBe(201);
  await other.close();
});

test("a PostgreSQL that waits for its disk is not spoken of", () => {
  expect(server.database.weakSettings).toEqual([]);
  expect(server.log.filter((line) => line.includes("power cut"))).toEqual([]);
});
