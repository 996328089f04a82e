import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import {
  EITHER_ENGINE,
  ENGINES,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestServer,
} from "#test/support/server/test-server.ts";

const SIGN_IN = "/api/auth/sign-in/email";
const EMAIL = "admin@diapason.example";
const FORWARDING_HEADERS = [
  { "x-forwarded-for": "192.0.2.1" },
  { "x-forwarded-host": "planning.example.org" },
  { "x-forwarded-proto": "https" },
  { forwarded: "for=192.0.2.1" },
  { via: "1.1 proxy" },
  { "x-real-ip": "192.0.2.1" },
];

describe.each(ENGINES)("the default admin on %s", (engine) => {
  let environment: Record<string, string>;
  const servers: TestServer[] = [];

  beforeEach(async () => {
    environment = await newEnvironment(engine);
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await removeData(environment);
  });

  /** An SQLite file has one server at a time: the next one takes its place. */
  async function start(settings: Record<string, string> = {}): Promise<TestServer> {
    if (engine === "sqlite") await Promise.all(servers.splice(0).map((server) => server.stop()));
    const server = await startTestServer({ ...environment, ...settings });
    servers.push(server);
    return server;
  }

  test("is created once, even when two first sign-ins meet", async () => {
    const server = await start();
    const admins = await Promise.all([1, 2, 3].map(() => signInDefaultAdmin(server)));
    expect(new Set(admins.map(({ user }) => user.id)).size).toBe(1);
  });

  test("off means off: no sign-in, no session, no right", async () => {
    const on = await start();
    const admin = await signInDefaultAdmin(on);
    const member = await register(on);
    const off = await start({ DEFAULT_ADMIN: "off" });
    expect((await off.client().get("/api/config")).json()).toMatchObject({ defaultAdmin: null });
    const answer = await off.client().post(SIGN_IN, { email: EMAIL, password: "diapason-admin" });
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: "account.not_found" });
    const kept = off.client(admin.cookies);
    expect((await kept.get("/api/users")).status).toBe(401);
    expect((await kept.get("/api/auth/get-session")).json()).toBeNull();
    const sessions = await off.database.kysely
      .selectFrom("session")
      .select("id")
      .where("user_id", "=", admin.user.id)
      .execute();
    expect(sessions).toEqual([]);
    const browser = off.client(member.cookies);
    const rows = (await browser.get("/api/users")).json<UserRow[]>();
    expect(rows.find(({ id }) => id === admin.user.id)?.isAdmin).toBe(false);
    expect((await off.client().post("/api/auth/sign-up/email", { ...REGISTRATION, email: EMAIL })).status).toBe(409);
  });

  test.runIf(engine === "postgres")(
    "a session that was written while another process had it on has no right where it is off",
    async () => {
      const on = await start();
      const off = await start({ DEFAULT_ADMIN: "off" });
      const admin = await signInDefaultAdmin(on);
      const browser = off.client(admin.cookies);
      expect((await browser.get("/api/users")).status).toBe(401);
    },
  );

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is told to the page, signs in whatever the password, and is created at its first sign-in", async () => {
    const server = await start();
    expect((await server.client().get("/api/config")).json()).toMatchObject({
      defaultAdmin: { email: EMAIL, password: "diapason-admin" },
    });
    const before = await server.database.kysely.selectFrom("users").select("id").execute();
    expect(before).toEqual([]);
    const admin = await signInDefaultAdmin(server);
    expect(admin.user).toMatchObject({ firstName: "Admin", lastName: "Diapason", positions: ["Sono"], isAdmin: true });
    expect((await signInDefaultAdmin(server)).user.id).toBe(admin.user.id);
  });

  test("is created again when its row is missing", async () => {
    const server = await start();
    const { user } = await signInDefaultAdmin(server);
    await server.database.kysely.deleteFrom("users").where("id", "=", user.id).execute();
    expect((await signInDefaultAdmin(server)).user.isAdmin).toBe(true);
  });

  test("has the e-mail and the credential that the settings give it", async () => {
    const first = await start();
    const { user } = await signInDefaultAdmin(first);
    const server = await start({ DEFAULT_ADMIN_EMAIL: "Chef@example.org", DEFAULT_ADMIN_PASSWORD: "other-value" });
    expect((await server.client().get("/api/config")).json()).toMatchObject({
      defaultAdmin: { email: "chef@example.org", password: "other-value" },
    });
    const answer = await server.client().post(SIGN_IN, { email: "chef@example.org", password: "x" });
    expect(answer.json<Session>().user).toMatchObject({ id: user.id, email: "chef@example.org" });
    expect((await server.client().post(SIGN_IN, { email: EMAIL, password: "x" })).status).toBe(401);
  });

  test.each(FORWARDING_HEADERS)("is refused through a proxy, even when switched on: %o", async (headers) => {
    const server = await start({ DEFAULT_ADMIN: "on" });
    expect((await server.client().get("/api/config", headers)).json()).toMatchObject({ defaultAdmin: null });
    const answer = await server.client().post(SIGN_IN, { email: EMAIL, password: "diapason-admin" }, headers);
    expect(answer.status).toBe(401);
    const admin = await signInDefaultAdmin(server);
    expect((await admin.get("/api/users", headers)).status).toBe(401);
    expect((await admin.get("/api/auth/get-session", headers)).json()).toBeNull();
    expect((await admin.get("/api/users")).status).toBe(200);
  });

  test("is refused through a proxy that says nothing of itself, but speaks its own old HTTP", async () => {
    const { url } = await start({ DEFAULT_ADMIN: "on" });
    const { host, port } = new URL(url);
    const ask = async (version: string) => {
      const socket = connect(Number(port), "127.0.0.1");
      socket.write(`GET /api/config HTTP/${version}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      return Buffer.concat(await socket.toArray()).toString();
    };
    expect(await ask("1.0")).toContain('"defaultAdmin":null');
    expect(await ask("1.1")).toContain(EMAIL);
  });

  test("lets nobody into an account that a person has under its e-mail", async () => {
    const before = await start({ DEFAULT_ADMIN: "off", DEFAULT_ADMIN_EMAIL: "other@example.org" });
    await register(before, { email: EMAIL });
    const server = await start();
    const wrong = await server.client().post(SIGN_IN, { email: EMAIL, password: "diapason-admin" });
    expect(wrong.json()).toMatchObject({ code: "account.wrong_password" });
    const right = await server.client().post(SIGN_IN, { email: EMAIL, password: REGISTRATION.password });
    expect(right.json<Session>().user).toMatchObject({ firstName: "Marie", isAdmin: false });
  });

  test("is on by itself only where nobody else can reach the server", async () => {
    const open = await start({ BASE_URL: "https://planning.example.org" });
    const config = await open.client().get("/api/config", { host: "planning.example.org" });
    expect(config.json()).toMatchObject({ defaultAdmin: null });
  });

  test("the log says that it is on", async () => {
    expect((await start()).log.join("")).toContain("default admin is on");
    expect((await start({ DEFAULT_ADMIN: "off" })).log.join("")).not.toContain("default admin");
  });
});

const REGISTRATION = { firstName: "Marie", lastName: "Petit", password: "secret1", positions: ["Voix"] };
