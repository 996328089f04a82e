import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPostgres } from "#test/support/postgres/start-postgres.ts";
import { newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import type { Database } from "../database.ts";
import { openDatabase } from "../open-database.ts";
import { notifyProcesses } from "./schema-notices.ts";
import { createPostgresListener } from "./postgres-listener.ts";

let environment: Record<string, string>;
let database: Database;
let other: Database;

beforeEach(async () => {
  environment = await newEnvironment("postgres");
  [database, other] = await Promise.all([openDatabase(settingsOf(environment)), openDatabase(settingsOf(environment))]);
});
afterEach(async () => {
  await Promise.all([database.close(), other.close()]);
  await removeData(environment);
});

/** Listens, and stores the notifications. `next` waits for the next one. */
function startListening(channel: string) {
  const received: (string | null)[] = [];
  let waiting = Promise.withResolvers<void>();
  const stop = database.listen(channel, (payload) => {
    received.push(payload);
    waiting.resolve();
    waiting = Promise.withResolvers();
  });
  async function next(): Promise<string | null> {
    while (received.length === 0) await waiting.promise;
    return received.shift() ?? null;
  }
  return { received, next, stop };
}

/** Breaks the listening connections, as the end of their PostgreSQL processes would. */
async function killListeners(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'diapason listener' and datname = current_database()`.execute(other.kysely);
  return rows.length;
}

test("a notification of one process reaches another that listens", async () => {
  const { next, stop } = startListening("news");
  expect(await next()).toBeNull();
  await notifyProcesses(other, "weather", "rain");
  await notifyProcesses(other, "news", "57");
  expect(await next()).toBe("57");
  await notifyProcesses(database, "news", "58");
  expect(await next()).toBe("58");
  await stop();
  expect(await killListeners()).toBe(0);
});

test("a lost connection is opened again, and reports that notifications may be missing", async () => {
  const { next, stop } = startListening("news");
  expect(await next()).toBeNull();
  for (const word of ["57", "58"]) {
    expect(await killListeners()).toBe(1);
    expect(await next()).toBeNull();
    await notifyProcesses(other, "news", word);
    expect(await next()).toBe(word);
  }
  await stop();
});

test("all channels share one connection, each with its own notifications, also one that joins later or leaves", async () => {
  const news = startListening("news");
  expect(await news.next()).toBeNull();
  const weather = startListening("weather");
  expect(await weather.next()).toBeNull();
  await notifyProcesses(other, "weather", "rain");
  await notifyProcesses(other, "news", "57");
  expect([await weather.next(), await news.next()]).toEqual(["rain", "57"]);
  expect(await killListeners()).toBe(1);
  expect([await weather.next(), await news.next()]).toEqual([null, null]);
  await weather.stop();
  await notifyProcesses(other, "weather", "snow");
  await notifyProcesses(other, "news", "58");
  expect(await news.next()).toBe("58");
  expect(weather.received).toEqual([]);
  await news.stop();
  expect(await killListeners()).toBe(0);
});

test("a new connection asks once for each channel, however many spaces listen to it", async () => {
  const asked: string[] = [];
  const createClient = () => {
    const client = new pg.Client(environment["DATABASE_URL"]);
    const query = client.query.bind(client) as (text: string) => Promise<unknown>;
    return Object.assign(client, { query: (text: string) => (asked.push(text), query(text)) });
  };
  const listen = createPostgresListener(createClient);
  const received: (string | null)[] = [];
  const stops = Array.from({ length: 40 }, (_, index) =>
    listen(index % 2 === 0 ? "news" : "weather", (payload) => void received.push(payload)),
  );
  await expect.poll(() => received.length).toBe(40);
  expect(asked.toSorted()).toEqual([`listen "news"`, `listen "weather"`]);
  for (const stop of stops) await stop();
});

test("an unreachable server is tried again until it is back", async () => {
  const urls = ["postgres://127.0.0.1:1/nobody", "postgres://127.0.0.1:1/nobody", environment["DATABASE_URL"]];
  const received = Promise.withResolvers<string | null>();
  const stop = createPostgresListener(() => new pg.Client(urls.shift()))("news", received.resolve);
  expect(await received.promise).toBeNull();
  expect(urls).toEqual([]);
  await stop();
});

test("a server that hangs is noticed: the connection is opened again once the server resumes", async () => {
  const postgres = await startPostgres();
  let connections = 0;
  const createClient = () => {
    connections += 1;
    return new pg.Client({ connectionString: `${postgres.url}/postgres`, connectionTimeoutMillis: 500 });
  };
  const received: (string | null)[] = [];
  const onNotice = (payload: string | null) => void received.push(payload);
  const stop = createPostgresListener(createClient, { heartbeat: { everyMs: 50, responseMs: 500 } })("news", onNotice);
  await expect.poll(() => received).toEqual([null]);
  await postgres.suspend();
  await expect.poll(() => connections).toBeGreaterThan(1);
  await postgres.resume();
  await expect.poll(() => received).toEqual([null, null]);
  await postgres.suspend();
  const from = performance.now();
  await stop();
  expect(performance.now() - from).toBeLessThan(3000);
  await postgres.resume();
  await postgres.remove();
});

test("it stops while it waits to connect again, and while it connects", async () => {
  const waiting = startListening("news");
  expect(await waiting.next()).toBeNull();
  expect(await killListeners()).toBe(1);
  await waiting.stop();
  await startListening("news").stop();
  expect(await killListeners()).toBe(0);
});
