import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OwnSession, Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import { ENGINES, MARIE, register, type TestClient, registerNewcomer } from "#test/support/server/test-server.ts";

const SESSIONS = "/api/auth/sessions";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

describe.each(ENGINES)("one's own sessions on %s", (engine) => {
  let now: Date;
  let email: string;
  let here: TestClient & Session;

  beforeAll(() => {
    now = new Date();
  });
  const server = serverForAllTests(engine, { clock: () => now });
  beforeEach(async () => {
    here = await registerNewcomer(server);
    email = here.user.email ?? "";
  });

  async function signInElsewhere(userAgent = FIREFOX): Promise<TestClient> {
    const there = server.client();
    const credentials = { email, password: MARIE.password };
    const answer = await there.post("/api/auth/sign-in/email", credentials, { "user-agent": userAgent });
    expect(answer.status).toBe(200);
    return there;
  }

  async function list(client: TestClient = here): Promise<OwnSession[]> {
    return (await client.get(SESSIONS)).json<OwnSession[]>();
  }

  test("are listed with their devices and when they were last seen, this one first, and nobody else's", async () => {
    await register(server, { email: `other-${email}` });
    now = new Date(now.getTime() + 5000);
    await signInElsewhere();
    expect(await list()).toEqual([
      { id: expect.any(String), browser: null, system: null, isCurrent: true, lastSeenAt: expect.any(String) },
      { id: expect.any(String), browser: "Firefox", system: "Linux", isCurrent: false, lastSeenAt: now.toISOString() },
    ]);
    expect((await list()).flatMap((session) => Object.keys(session))).not.toContain("token");
  });

  test("are seen again by their checks, at most once a minute", async () => {
    const [{ lastSeenAt } = { lastSeenAt: "" }] = await list();
    const seen = async () => (await list())[0]?.lastSeenAt;
    now = new Date(now.getTime() + 30_000);
    await here.get("/api/auth/get-session");
    expect(await seen()).toBe(lastSeenAt);
    now = new Date(now.getTime() + 31_000);
    await here.get("/api/auth/get-session");
    expect(await seen()).toBe(now.toISOString());
  });

  test("end when the server's own clock says so", async () => {
    const { expiresAt } = (await here.get("/api/auth/get-session")).json<Session>();
    const before = now;
    now = new Date(Date.parse(expiresAt) - 1);
    expect((await here.get(SESSIONS)).status).toBe(200);
    now = new Date(expiresAt);
    expect((await here.get(SESSIONS)).status).toBe(401);
    now = before;
  });

  test("that are over are not in the list", async () => {
    await signInElsewhere();
    const { kysely } = server.database;
    const past = new Date(now.getTime() - 1000);
    const [, other] = await list();
    await kysely.updateTable("session").set({ expires_at: past }).where("id", "=", String(other?.id)).execute();
    expect(await list()).toHaveLength(1);
  });

  test("end one by one: the device is signed out at its next call, and no other", async () => {
    const [there, elsewhere] = [await signInElsewhere(), await signInElsewhere("curl/8.5.0")];
    const gone = (await list()).find(({ browser }) => browser === "Firefox");
    const answer = await here.send("DELETE", `${SESSIONS}/${gone?.id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    const statuses = [here, there, elsewhere].map(async (client) => (await client.get("/api/users")).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
    const again = await here.send("DELETE", `${SESSIONS}/${gone?.id}`);
    expect(again.json()).toMatchObject({ status: 404, code: "session.not_found" });
  });

  test("end all at once but this one, and nobody else's", async () => {
    const there = await signInElsewhere();
    const other = await register(server, { email: `other-${email}` });
    expect((await here.send("DELETE", SESSIONS)).status).toBe(204);
    const statuses = [here, there, other].map(async (client) => (await client.get("/api/users")).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
    expect(await list()).toHaveLength(1);
  });

  test("are thirty at most: with one more, the one that was idle longest is signed out, and nobody else's", async () => {
    const other = await register(server, { email: `other-${email}` });
    const idle = await signInElsewhere("Mozilla/5.0 (iPhone) Safari/605.1");
    now = new Date(now.getTime() + 61_000);
    // This session is older than the idle one, but was used since.
    await here.get("/api/auth/get-session");
    for (let devices = 2; devices < 30; devices += 1) await signInElsewhere();
    expect((await idle.get("/api/users")).status).toBe(200);
    await signInElsewhere("curl/8.5.0");
    expect(await list()).toHaveLength(30);
    const statuses = [here, idle, other].map(async (client) => (await client.get("/api/users")).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  });

  test("are thirty at most: a new sign-in on a browser that has one of them ends no other", async () => {
    const idle = await signInElsewhere();
    now = new Date(now.getTime() + 61_000);
    await here.get("/api/auth/get-session");
    for (let devices = 2; devices < 30; devices += 1) await signInElsewhere("curl/8.5.0");
    const answer = await here.post("/api/auth/sign-in/email", { email, password: MARIE.password });
    expect(answer.status).toBe(200);
    expect((await idle.get("/api/users")).status).toBe(200);
    expect(await list()).toHaveLength(30);
  });

  test("somebody else's cannot be ended, whatever id is sent", async () => {
    const other = await register(server, { email: `other-${email}` });
    const [{ id } = { id: "" }] = await list(other);
    for (const wish of [id, "%25", "' or '1'='1", "..", "%00"].map(encodeURI)) {
      expect((await here.send("DELETE", `${SESSIONS}/${wish}`)).status).toBe(404);
    }
    expect((await other.get("/api/users")).status).toBe(200);
  });

  test("a sign-in ends the session that the browser had, so that no session is handed on", async () => {
    const former = new Map(here.cookies);
    const answer = await here.post("/api/auth/sign-in/email", { email, password: MARIE.password });
    expect(answer.status).toBe(200);
    expect([...here.cookies.values()]).not.toEqual([...former.values()]);
    const thief = server.client(former);
    expect((await thief.get("/api/users")).status).toBe(401);
    expect((await here.get("/api/users")).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });
});
