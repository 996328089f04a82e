import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startRelay } from "#test/support/server/test-relay.ts";
import {
  createClient,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { createPeerOwners } from "./peer-owner.ts";

const ADMIN = { email: "admin@diapason.example", password: "whatever" };
const OWN_ADDRESSES = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, address }) => internal && ["127.0.0.1", "::1"].includes(address))
  .map(({ address }) => address);

/**
 * Gives relay and server different users. Root can start the relay as another user. Without root, the server is told
 * that it runs as another user, so that the relay's user differs from it.
 */
const OTHER_USER = 12_345;
const BY_ANOTHER_USER =
  process.geteuid?.() === 0 ? { relay: { uid: OTHER_USER }, server: {} } : { relay: {}, server: { uid: OTHER_USER } };

let environment: Record<string, string>;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  environment = await newEnvironment("sqlite");
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  await removeData(environment);
});

/** Starts the server of the test, and stops an earlier one, because only one server may serve an SQLite file. */
async function start(
  settings: Record<string, string>,
  owner: Parameters<typeof createPeerOwners>[0] = {},
  clock = () => new Date(),
) {
  for (const stop of stops.splice(0).toReversed()) await stop();
  const server = await startTestServer({ ...environment, ...settings }, { peers: createPeerOwners(owner), clock });
  stops.push(server.stop);
  return server;
}

/** A client behind a relay that sends the server's own host name, like `proxy_pass http://localhost:PORT`. */
async function throughRelay({ url }: TestServer, relaying: Parameters<typeof startRelay>[1]): Promise<TestClient> {
  const relay = await startRelay(url, relaying);
  stops.push(relay.stop);
  const headers = { host: new URL(url).host, origin: url };
  const { cookies, get, post, send } = createClient(relay.url);
  return {
    cookies,
    send,
    get: (path) => get(path, headers),
    post: (path, body) => post(path, body, headers),
  };
}

describe.each(OWN_ADDRESSES)("on %s the default admin", (host) => {
  test("is nobody through a relay that another user runs and that adds nothing, even when switched on", async () => {
    for (const settings of [{ HOST: host }, { HOST: host, DEFAULT_ADMIN: "on" }]) {
      const server = await start(settings, BY_ANOTHER_USER.server);
      const stranger = await throughRelay(server, { ...BY_ANOTHER_USER.relay, host });
      expect((await stranger.get("/api/config")).json()).toMatchObject({ defaultAdmin: null });
      const answer = await stranger.post("/api/auth/sign-in/email", ADMIN);
      expect(answer.json()).toMatchObject({ status: 401, code: "account.not_found" });
      await server.stop();
    }
  });

  test("is let in by whoever runs the server, through a relay of their own too", async () => {
    const server = await start({ HOST: host });
    const own = await throughRelay(server, { host });
    expect((await own.get("/api/config")).json()).toMatchObject({ defaultAdmin: { email: ADMIN.email } });
    expect((await own.post("/api/auth/sign-in/email", ADMIN)).status).toBe(200);
    expect((await own.get("/api/users")).status).toBe(200);
  });
});

test("a session of the default admin is nobody's through another user's relay", async () => {
  const before = await start({});
  const admin = await signInDefaultAdmin(before);
  await before.stop();
  const guarded = await start({}, BY_ANOTHER_USER.server);
  const stranger = await throughRelay(guarded, BY_ANOTHER_USER.relay);
  for (const [name, value] of admin.cookies) stranger.cookies.set(name, value);
  expect((await stranger.get("/api/users")).status).toBe(401);
  expect((await stranger.get("/api/auth/get-session")).json()).toBeNull();
  await guarded.stop();
  const own = await throughRelay(await start({}), {});
  for (const [name, value] of admin.cookies) own.cookies.set(name, value);
  expect((await own.get("/api/users")).status).toBe(200);
});

test("calls through another user's relay are limited, though nothing but its socket tells it from a local browser", async () => {
  const startedAt = new Date();
  const server = await start({}, BY_ANOTHER_USER.server, () => startedAt);
  const stranger = await throughRelay(server, BY_ANOTHER_USER.relay);
  const { cookies } = await register(server, { email: "camille@example.org" });
  for (const [name, value] of cookies) stranger.cookies.set(name, value);
  const statuses: number[] = [];
  for (let count = 0; count < 601; count += 1) statuses.push((await stranger.get("/api/users")).status);
  expect([...new Set(statuses.slice(0, 600)), statuses[600]]).toEqual([200, 429]);
});

test("calls of whoever runs the server are not, through a relay of their own neither", async () => {
  const startedAt = new Date();
  const server = await start({}, {}, () => startedAt);
  const own = await throughRelay(server, {});
  const { cookies } = await register(server, { email: "camille@example.org" });
  for (const [name, value] of cookies) own.cookies.set(name, value);
  const statuses = new Set<number>();
  for (let count = 0; count < 601; count += 1) statuses.add((await own.get("/api/users")).status);
  expect([...statuses]).toEqual([200]);
});

describe("where the system does not say who connects", () => {
  const SILENT = { platform: "win32" } as const;

  test("the default admin is let in by nobody, and the log says how to get in", async () => {
    const server = await start({}, SILENT);
    expect((await server.client().get("/api/config")).json()).toMatchObject({ defaultAdmin: null });
    expect((await server.client().post("/api/auth/sign-in/email", ADMIN)).status).toBe(401);
    expect(server.log.join("")).toContain("npm run admin -- EMAIL");
  });

  test("DEFAULT_ADMIN=on lets it in", async () => {
    const server = await start({ DEFAULT_ADMIN: "on" }, SILENT);
    expect((await signInDefaultAdmin(server)).user.isAdmin).toBe(true);
    expect(server.log.join("")).not.toContain("npm run admin");
  });
});
