import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { follow, positionIn, renameGroup, startOf, mentions } from "#test/support/server/test-live.ts";
import {
  newEnvironment,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";

let environment: Record<string, string>;
let servers: TestServer[];
let admins: TestClient[];

/** Two processes that serve one PostgreSQL database; their beats are too far apart to help. */
beforeEach(async () => {
  environment = { ...(await newEnvironment("postgres")), SHARING: "on" };
  servers = [await startTestServer(environment), await startTestServer(environment)];
  admins = await Promise.all(servers.map(signInDefaultAdmin));
});
afterEach(async () => {
  await Promise.all(servers.map(({ stop }) => stop()));
  await removeData(environment);
});

/** Ends the connections that listen, as a restart of PostgreSQL would. */
async function killListeners(): Promise<number> {
  const killing = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'diapason listener' and datname = current_database()`;
  const killed = await Promise.all(servers.slice(0, 1).map(({ database }) => killing.execute(database.kysely)));
  return killed.flatMap(({ rows }) => rows).length;
}

/** Both processes write in turn. A stream of each must receive all changes in order. */
async function expectAllReceived(...names: readonly string[]): Promise<void> {
  const streams = await Promise.all(servers.map((server, index) => follow(server, admins[index] ?? server.client())));
  const [start = 0] = await Promise.all(streams.map(startOf));
  for (const [index, name] of names.entries()) {
    const [writer] = admins.slice(index % admins.length);
    if (writer !== undefined) await renameGroup(writer, name);
  }
  for (const stream of streams) {
    await stream.find(mentions(names.at(-1) ?? ""));
    const told = stream.events.slice(1).filter(({ event }) => event !== "beat");
    expect(told.map(positionIn)).toEqual(names.map((_, number) => start + 1 + number));
    stream.leave();
  }
}

test("processes on one PostgreSQL database hear each other", async () => {
  await expectAllReceived("un", "deux", "trois", "quatre");
});

test("processes that lost the connection by which they hear each other miss nothing", async () => {
  await expectAllReceived("avant");
  // Each of the two listens to changes and to jobs on one connection.
  expect(await killListeners()).toBe(2);
  await expectAllReceived("pendant", "encore");
  await expectAllReceived("après", "toujours");
});
