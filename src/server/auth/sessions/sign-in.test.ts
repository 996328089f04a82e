import { beforeAll, describe, expect, test } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { type Answer, EITHER_ENGINE, ENGINES, MARIE, register, continueOn } from "#test/support/server/test-server.ts";
import { hashing } from "../passwords/passwords.ts";

const SIGN_IN = "/api/auth/sign-in/email";
const SESSION = "/api/auth/get-session";
/** "password", by the reference implementation with 256 KiB. */
const WEAK_HASH = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const DAY_MS = 24 * 60 * 60 * 1000;

function cookieLine(answer: Answer, name: string): string | undefined {
  return [answer.headers["set-cookie"]].flat().find((line) => line?.startsWith(`${name}=`));
}

describe.each(ENGINES)("signing in on %s", (engine) => {
  const server = serverForAllTests(engine);

  beforeAll(async () => {
    await register(server);
  });

  test("with a hash of weaker times makes a stronger one of the same password, and ends nothing", async () => {
    const { user, ...there } = await register(server, { email: "old-hash@example.org" });
    const { kysely } = server.database;
    const hashes = kysely.selectFrom("account").select("password").where("user_id", "=", user.id);
    await kysely.updateTable("account").set({ password: WEAK_HASH }).where("user_id", "=", user.id).execute();
    const wrong = { email: "old-hash@example.org", password: "passwore" };
    expect((await server.client().post(SIGN_IN, wrong)).status).toBe(401);
    expect(await hashes.executeTakeFirst()).toEqual({ password: WEAK_HASH });
    const right = { email: "old-hash@example.org", password: "password" };
    expect((await server.client().post(SIGN_IN, right)).status).toBe(200);
    const [fresh, ...others] = await hashes.execute();
    expect(others).toEqual([]);
    expect(fresh?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await server.client().post(SIGN_IN, right)).status).toBe(200);
    expect(await hashes.execute()).toEqual([fresh]);
    expect((await there.get("/api/users")).status).toBe(200);
  });

  test("on two devices at once with such a hash lets both in", async () => {
    const { user } = await register(server, { email: "two-devices@example.org" });
    const { kysely } = server.database;
    await kysely.updateTable("account").set({ password: WEAK_HASH }).where("user_id", "=", user.id).execute();
    const credentials = { email: "two-devices@example.org", password: "password" };
    const answers = await Promise.all([1, 2, 3].map(() => server.client().post(SIGN_IN, credentials)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("takes the e-mail in any case, and the right password", async () => {
    const client = server.client();
    const answer = await client.post(SIGN_IN, { email: " MARIE@Example.org ", password: MARIE.password });
    expect(answer.status).toBe(200);
    expect(answer.json<Session>().user).toMatchObject({ firstName: "Marie", email: MARIE.email });
    expect((await client.get(SESSION)).json<Session>().user.email).toBe(MARIE.email);
  });

  test("tells a wrong password from an unknown e-mail", async () => {
    const wrong = await server.client().post(SIGN_IN, { email: MARIE.email, password: "secret2" });
    expect(wrong.status).toBe(401);
    expect(wrong.json()).toMatchObject({ code: "account.wrong_password", detail: "Mot de passe invalide" });
    const unknown = await server.client().post(SIGN_IN, { email: "nobody@example.org", password: "secret1" });
    expect(unknown.status).toBe(401);
    expect(unknown.json()).toMatchObject({ code: "account.not_found", detail: "User not found" });
    expect([wrong, unknown].map(({ headers }) => headers["set-cookie"])).toEqual([undefined, undefined]);
  });

  test("wants both fields", async () => {
    const answer = await server.client().post(SIGN_IN, { email: "", password: "" });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { email: "field.required", password: "field.required" } });
  });

  test("without remember-me the cookie goes with the browser, and the session within a day", async () => {
    const answer = await server.client().post(SIGN_IN, { ...MARIE, rememberMe: false });
    expect(cookieLine(answer, "diapason.session_token")).not.toMatch(/Max-Age|Expires/i);
    expect(Date.parse(answer.json<Session>().expiresAt) - Date.now()).toBeLessThanOrEqual(DAY_MS);
  });

  test("with remember-me both stay for 30 days, even after a sign-in without it", async () => {
    const client = server.client();
    await client.post(SIGN_IN, { ...MARIE, rememberMe: false });
    const answer = await client.post(SIGN_IN, { ...MARIE, rememberMe: true });
    expect(cookieLine(answer, "diapason.session_token")).toMatch(/Max-Age=2592000/);
    expect(Date.parse(answer.json<Session>().expiresAt) - Date.now()).toBeGreaterThan(29 * DAY_MS);
    expect([...client.cookies.keys()]).toEqual(["diapason.session_token"]);
  });

  test("a session that is used is prolonged, by the session call alone", async () => {
    const client = server.client();
    await client.post(SIGN_IN, { ...MARIE, rememberMe: true });
    const { kysely } = server.database;
    const { user } = (await client.get(SESSION)).json<Session>();
    const inTenDays = new Date(Date.now() + 10 * DAY_MS);
    await kysely.updateTable("session").set({ expires_at: inTenDays }).where("user_id", "=", user.id).execute();
    const read = await client.get("/api/users");
    expect(read.headers["set-cookie"]).toBeUndefined();
    const prolonged = await client.get(SESSION);
    expect(cookieLine(prolonged, "diapason.session_token")).toMatch(/Max-Age=2592000/);
    const { expiresAt } = (await client.get(SESSION)).json<Session>();
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 29 * DAY_MS);
  });

  test("a session that is used every day is over after a year all the same", async () => {
    const client = await register(server, { email: "for-years@example.org" });
    const { kysely } = server.database;
    const own = kysely.updateTable("session").where("user_id", "=", client.user.id);
    await own.set({ created_at: new Date(Date.now() - 364 * DAY_MS) }).execute();
    await server.restart();
    expect((await continueOn(server, client).get("/api/users")).status).toBe(200);
    await server.database.kysely
      .updateTable("session")
      .where("user_id", "=", client.user.id)
      .set({ created_at: new Date(Date.now() - 365 * DAY_MS) })
      .execute();
    await server.restart();
    expect((await continueOn(server, client).get("/api/users")).status).toBe(401);
  });

  test("a session that is over is none", async () => {
    const client = server.client();
    await client.post(SIGN_IN, MARIE);
    const { user } = (await client.get(SESSION)).json<Session>();
    const past = new Date(Date.now() - 1000);
    await server.database.kysely
      .updateTable("session")
      .set({ expires_at: past })
      .where("user_id", "=", user.id)
      .execute();
    expect((await client.get("/api/users")).status).toBe(401);
    expect((await client.get(SESSION)).json()).toBeNull();
  });

  test("signing out ends this session, and no other", async () => {
    const here = server.client();
    const there = server.client();
    await here.post(SIGN_IN, MARIE);
    await there.post(SIGN_IN, MARIE);
    const stolen = new Map(here.cookies);
    expect((await here.post("/api/auth/sign-out")).status).toBe(204);
    expect(here.cookies.size).toBe(0);
    for (const [name, value] of stolen) here.cookies.set(name, value);
    expect((await here.get("/api/users")).status).toBe(401);
    expect((await there.get("/api/users")).status).toBe(200);
    expect((await server.client().post("/api/auth/sign-out")).status).toBe(204);
  });

  test("nobody is signed in without a cookie, nor with a forged one", async () => {
    const client = await register(server, { email: "forged@example.org" });
    expect((await server.client().get(SESSION)).json()).toBeNull();
    const [name = "", value = ""] = [...client.cookies][0] ?? [];
    const [token] = decodeURIComponent(value).split(".");
    client.cookies.set(name, encodeURIComponent(`${token}.${"A".repeat(43)}=`));
    expect((await client.get("/api/users")).status).toBe(401);
    client.cookies.set(name, String(token));
    expect((await client.get("/api/users")).status).toBe(401);
  });

  test("a restart keeps sessions", async () => {
    const client = await register(server, { email: "restart@example.org" });
    await server.restart();
    expect((await continueOn(server, client).get("/api/users")).status).toBe(200);
  });

  test.each([
    "update-user",
    "delete-user",
    "change-email",
    "list-sessions",
    "sign-in/social",
    "verify-email",
    "ok",
    "error",
  ])("what auth libraries offer besides cannot be reached: %s", async (path) => {
    const client = await register(server, { email: `${path.replace("/", "-")}@example.org` });
    const answers = [await client.get(`/api/auth/${path}`), await client.post(`/api/auth/${path}`, { name: "x" })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe.each(ENGINES)("guessing on %s", (engine) => {
  let now: Date;

  beforeAll(() => {
    now = new Date("2026-11-20T12:00:00Z");
  });
  const server = serverForAllTests(engine, { settings: { TRUSTED_PROXY: "127.0.0.1,::1" }, clock: () => now });

  function tryFrom(address: string, email: string, password: string): Promise<Answer> {
    return server.client().post(SIGN_IN, { email, password }, { "x-forwarded-for": address });
  }

  test("all at once tells no more than ten answers", async () => {
    await register(server, { email: "burst@example.org" });
    const guesses = Array.from({ length: 30 }, (_, count) =>
      tryFrom("192.0.2.3", "burst@example.org", `wrong-${count}`),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test("counts that no longer matter are swept away", async () => {
    now = new Date(now.getTime() + 2 * 60 * 60 * 1000);
    await server.restart();
    expect(await server.database.kysely.selectFrom("rate_limit").select("key").execute()).toEqual([]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("at one account ends after ten wrong passwords, until a quarter of an hour has passed", async () => {
    await register(server, { email: "guessed@example.org" });
    for (let count = 0; count < 10; count += 1) {
      expect((await tryFrom("192.0.2.1", "guessed@example.org", `wrong-${count}`)).status).toBe(401);
    }
    now = new Date(now.getTime() + 60_000);
    const refused = await tryFrom("192.0.2.1", "guessed@example.org", MARIE.password);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("840");
    expect(refused.json()).toMatchObject({
      code: "request.too_many",
      detail: "Trop d'essais. Réessayez dans 840 secondes.",
    });
    expect((await tryFrom("192.0.2.2", "guessed@example.org", MARIE.password)).status).toBe(200);
    now = new Date(now.getTime() + 841_000);
    expect((await tryFrom("192.0.2.1", "guessed@example.org", MARIE.password)).status).toBe(200);
  });

  test("at one account from many addresses ends too", async () => {
    await register(server, { email: "wanted@example.org" });
    const addresses = Array.from({ length: 50 }, (_, count) => `198.51.100.${count}`);
    await Promise.all(addresses.map((address) => tryFrom(address, "wanted@example.org", "wrong")));
    expect((await tryFrom("198.51.100.99", "wanted@example.org", "wrong")).status).toBe(429);
  });

  test("which e-mails have an account ends after a hundred", async () => {
    const emails = Array.from({ length: 105 }, (_, count) => `unknown-${count}@example.org`);
    const answers = await Promise.all(emails.map((email) => tryFrom("203.0.113.1", email, "secret1")));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test("a restart forgives nothing", async () => {
    for (let count = 0; count < 10; count += 1) await tryFrom("192.0.2.9", "guessed@example.org", "wrong");
    await server.restart();
    expect((await tryFrom("192.0.2.9", "guessed@example.org", MARIE.password)).status).toBe(429);
  });
});

describe.each(ENGINES)("fifty sign-ins at one time on %s", (engine) => {
  test("keep nobody else waiting, and all get in", async () => {
    const server = await serverForThisTest(engine);
    const member = await register(server);
    const gate = Promise.withResolvers<void>();
    const held = Array.from({ length: 64 }, () => hashing.run({ network: "", account: "holder" }, () => gate.promise));
    const signIns = Array.from({ length: 50 }, () => server.client().post(SIGN_IN, MARIE));
    // All sign-ins wait for a hashing slot. The other calls need none.
    const others = [member.get("/api/users"), member.get(SESSION), server.client().get("/api/health")];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const profile = { firstName: "Marie", lastName: "Petit", positions: ["Voix"] };
    expect((await member.send("PATCH", "/api/users/me", { body: profile })).status).toBe(200);
    gate.resolve();
    await Promise.all(held);
    expect(new Set((await Promise.all(signIns)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe.each(EITHER_ENGINE)("a team of 60 behind one address on %s", (engine) => {
  test("registers and signs in within ten minutes, with some mistypings", async () => {
    const server = await serverForThisTest(engine);
    const emails = Array.from({ length: 60 }, (_, number) => `musician-${number}@example.org`);
    const signIn = (email: string, password: string) => server.client().post(SIGN_IN, { email, password });
    await Promise.all(emails.map((email) => register(server, { email })));
    const mistyped = await Promise.all(emails.slice(0, 15).map((email) => signIn(email, "mistyped")));
    const signedIn = await Promise.all(emails.map((email) => signIn(email, MARIE.password)));
    expect(new Set(mistyped.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(signedIn.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test("an address that a caller writes into a header is not believed: the hundred tries are theirs", async () => {
  const server = await serverForThisTest("sqlite");
  const answers = [];
  for (let count = 0; count < 105; count += 1) {
    const headers = { "x-forwarded-for": `198.51.100.${count}`, forwarded: `for=198.51.100.${count}` };
    answers.push(await server.client().post(SIGN_IN, { email: `u-${count}@example.org`, password: "x" }, headers));
  }
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});
