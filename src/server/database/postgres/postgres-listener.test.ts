import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newEnvironment, removeData, settingsOf } from "../test-server.ts";
import type { Database } from "./database.ts";
import { notifyProcesses } from "./notification.ts";
import { openDatabase } from "./open-database.ts";
import { listenOnPostgres } from "./postgres-listener.ts";

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

/** Listens, and keeps what it hears; `next` waits for the next word. */
function startHearing(channel: string) {
  const heard: (string | null)[] = [];
  let waiting = Promise.withResolvers<void>();
  const stop = database.listen(channel, (payload) => {
    heard.push(payload);
    waiting.resolve();
    waiting = Promise.withResolvers();
  });
  async function next(): Promise<string | null> {
    while (heard.length === 0) await waiting.promise;
    return heard.shift() ?? null;
  }
  return { next, stop };
}

/** Breaks the connections that listen, as the end of their PostgreSQL process would. */
async function killListeners(): Promise<number> {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'diapason listener' and datname = current_database()`.execute(other.kysely);
  return rows.length;
}

test("what one process tells is heard by another, once it listens", async () => {
  const { next, stop } = startHearing("news");
  expect(await next()).toBeNull();
  await notifyProcesses(other, "weather", "rain");
  await notifyProcesses(other, "news", "57");
  expect(await next()).toBe("57");
  await notifyProcesses(database, "news", "58");
  expect(await next()).toBe("58");
  await stop();
  expect(await killListeners()).toBe(0);
});

test("a connection that is lost is made again, and says that something may have been missed", async () => {
  const { next, stop } = startHearing("news");
  expect(await next()).toBeNull();
  for (const word of ["57", "58"]) {
    expect(await killListeners()).toBe(1);
    expect(await next()).toBeNull();
    await notifyProcesses(other, "news", word);
    expect(await next()).toBe(word);
  }
  await stop();
});

test("a server that is away is tried again until it is back", async () => {
  const urls = ["postgres://127.0.0.1:1/nobody", "postgres://127.0.0.1:1/nobody", environment["DATABASE_URL"]];
  const heard = Promise.withResolvers<string | null>();
  const stop = listenOnPostgres(() => new pg.Client(urls.shift()), "news", heard.resolve);
  expect(await heard.promise).toBeNull();
  expect(urls).toEqual([]);
  await stop();
});

test("it stops while it waits to connect again, and while it connects", async () => {
  const waiting = startHearing("news");
  expect(await waiting.next()).toBeNull();
  expect(await killListeners()).toBe(1);
  await waiting.stop();
  await startHearing("news").stop();
  expect(await killListeners()).toBe(0);
});
