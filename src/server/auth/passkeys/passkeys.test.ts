import { beforeEach, describe, expect, test } from "vitest";
import type { OwnData } from "#contract/own-account.ts";
import type {
  OwnPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeySignIn,
} from "#contract/sign-in/passkeys.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { createTestAuthenticator, type TestAuthenticator } from "#test/support/server/test-authenticator.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  registerNewcomer,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { storeResetToken } from "../resets/password-reset.ts";

const OWN = "/api/users/me/passkeys";
const SIGN_IN = "/api/auth/sign-in/passkey";
const MINUTE_MS = 60_000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";

type Person = TestClient & Session;

describe.each(ENGINES)("a passkey on %s", (engine) => {
  let now = new Date();
  let marie: Person;
  let device: TestAuthenticator;
  const server = serverForAllTests(engine, { clock: () => now });

  beforeEach(async () => {
    now = new Date();
    marie = await registerNewcomer(server);
    device = createTestAuthenticator(server.url);
  });

  async function optionsFor(person: Person): Promise<PasskeyCreationOptions> {
    const answer = await person.post(`${OWN}/challenge`, { password: MARIE.password });
    expect(answer.status).toBe(200);
    return answer.json<PasskeyCreationOptions>();
  }

  async function add(person = marie, authenticator = device): Promise<Answer> {
    const credential = authenticator.create(await optionsFor(person));
    return person.post(OWN, { credential }, { "user-agent": FIREFOX });
  }

  async function challenge(): Promise<string> {
    return (await server.client().post("/api/auth/passkeys/challenge")).json<PasskeyRequestOptions>().challenge;
  }

  function signIn(credential: PasskeySignIn["credential"], client = server.client()): Promise<Answer> {
    return client.post(SIGN_IN, { credential });
  }

  async function list(person = marie): Promise<OwnPasskey[]> {
    return (await person.get(OWN)).json<OwnPasskey[]>();
  }

  function expectRefused(answer: Answer): void {
    expect(answer.status).toBe(401);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const { code, detail } = answer.json();
    expect([code, detail]).toEqual([
      "passkey.refused",
      "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe.",
    ]);
  }

  test("of two uses of one answer at once opens one session", async () => {
    await add();
    const answer = device.use(await challenge());
    const statuses = (await Promise.all([signIn(answer), signIn(answer), signIn(answer)])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  test("is one of twenty at most", async () => {
    const options = await optionsFor(marie);
    const { kysely } = server.database;
    const row = {
      user_id: marie.user.id,
      public_key: "",
      counter: 0,
      transports: "[]",
      is_synced: false,
      user_agent: "",
    };
    const ids = Array.from({ length: 20 }, (_, index) => `${marie.user.id}-${index}`);
    await kysely
      .insertInto("passkey")
      .values(ids.map((id) => ({ ...row, id, credential_id: id, created_at: now, last_used_at: null })))
      .execute();
    expect((await marie.post(OWN, { credential: device.create(options) })).json()).toMatchObject({
      status: 409,
      code: "passkey.too_many",
      detail: "20 clés d'accès au plus\u00a0: retirez-en d'abord une.",
    });
    const asked = await marie.post(`${OWN}/challenge`, { password: MARIE.password });
    expect(asked.json()).toMatchObject({ code: "passkey.too_many" });
  });

  test("outlives a new password, ends with a reset, and with the account", async () => {
    await add();
    const change = { currentPassword: MARIE.password, newPassword: "another1" };
    expect((await marie.post("/api/auth/change-password", change)).status).toBe(200);
    expect((await signIn(device.use(await challenge()))).status).toBe(200);
    const { token } = await storeResetToken(server.database.kysely, { userId: marie.user.id, mailedTo: null }, now);
    await server.client().post("/api/auth/reset-password", { token, newPassword: "another2" });
    expectRefused(await signIn(device.use(await challenge())));

    const other = await registerNewcomer(server);
    const phone = createTestAuthenticator(server.url);
    await add(other, phone);
    await other.post("/api/users/me/deletion", { password: MARIE.password });
    expectRefused(await signIn(phone.use(await challenge())));
    const rows = await server.database.kysely
      .selectFrom("passkey")
      .select("id")
      .where("user_id", "in", [marie.user.id, other.user.id])
      .execute();
    expect(rows).toEqual([]);
  });

  test("is made for this site alone, and found again without a name", async () => {
    const options = await optionsFor(marie);
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Diapason" },
      user: { id: Buffer.from(marie.user.id).toString("base64url"), name: marie.user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
      attestation: "none",
    });
    const asked = (await server.client().post("/api/auth/passkeys/challenge")).json<PasskeyRequestOptions>();
    expect(asked).toEqual({
      challenge: expect.any(String) as string,
      rpId: "localhost",
      timeout: 300_000,
      userVerification: "required",
    });
    expect(new Set([await challenge(), await challenge(), asked.challenge]).size).toBe(3);
  });

  test("signs in on another device without a password, with the session of any sign-in", async () => {
    expect((await add()).status).toBe(201);
    const phone = server.client();
    const answer = await phone.post(SIGN_IN, { credential: device.use(await challenge()), rememberMe: true });
    expect(answer.status).toBe(200);
    expect(answer.json<Session>().user).toEqual(marie.user);
    expect([answer.headers["set-cookie"]].flat().join("\n")).toMatch(/HttpOnly/);
    expect((await phone.get("/api/auth/get-session")).json<Session>().user.id).toBe(marie.user.id);
    const again = await signIn(device.use(await challenge()));
    expect(again.status).toBe(200);
  });

  test("is listed with its device, since when and when it was used, and is in one's own data", async () => {
    const added = (await add()).json<OwnPasskey>();
    const createdAt = now.toISOString();
    expect(await list()).toEqual([added]);
    expect(added).toEqual({
      id: added.id,
      browser: "Firefox",
      system: "Linux",
      isSynced: false,
      createdAt,
      lastUsedAt: null,
    });
    now = new Date(now.getTime() + MINUTE_MS);
    await signIn(device.use(await challenge()));
    expect(await list()).toEqual([{ ...added, lastUsedAt: now.toISOString() }]);
    expect((await marie.get("/api/users/me/data")).json<OwnData>().passkeys).toEqual(await list());
    const other = await registerNewcomer(server);
    expect(await list(other)).toEqual([]);
  });

  test("that was removed signs nobody in, and only its owner removes it", async () => {
    const { id } = (await add()).json<OwnPasskey>();
    const other = await registerNewcomer(server);
    expect((await other.send("DELETE", `${OWN}/${id}`)).json()).toMatchObject({
      status: 404,
      code: "passkey.not_found",
    });
    expect((await signIn(device.use(await challenge()))).status).toBe(200);
    expect((await marie.send("DELETE", `${OWN}/${id}`)).status).toBe(204);
    expectRefused(await signIn(device.use(await challenge())));
    expect((await marie.send("DELETE", `${OWN}/${id}`)).status).toBe(404);
  });

  test.each<[string, Parameters<TestAuthenticator["use"]>[1]]>([
    ["of another site", { origin: "https://diapason.example.com" }],
    ["of another port", { origin: "http://localhost:1" }],
    ["for another site's keys", { rpId: "example.com" }],
    ["of a registration", { type: "webauthn.create" }],
    ["of a device that did not verify the person", { isVerified: false }],
    ["with a counter that went back", { counter: 1 }],
    ["in another person's name", { userHandle: Buffer.from("somebody").toString("base64url") }],
    ["without a name", { userHandle: "" }],
    ["signed by another key", { key: createTestAuthenticator("http://localhost").privateKey }],
  ])("is refused with an answer %s", async (_, deviation) => {
    await add();
    expect((await signIn(device.use(await challenge()))).status).toBe(200);
    expectRefused(await signIn(device.use(await challenge(), deviation)));
    expect((await signIn(device.use(await challenge(), { counter: 50 }))).status).toBe(200);
  });

  test("that nobody has is refused like a forged one", async () => {
    expectRefused(await signIn(createTestAuthenticator(server.url).use(await challenge())));
  });

  test("answers a challenge once, within five minutes, and none that was made up", async () => {
    await add();
    const used = await challenge();
    const answer = device.use(used);
    expect((await signIn(answer)).status).toBe(200);
    expectRefused(await signIn(answer));
    expectRefused(await signIn(device.use(used)));
    for (const forged of [
      "",
      "AAAA",
      Buffer.alloc(70).toString("base64url"),
      `${(await challenge()).slice(0, -4)}AAAA`,
    ])
      expectRefused(await signIn(device.use(forged)));
    const late = await challenge();
    now = new Date(now.getTime() + 5 * MINUTE_MS);
    expectRefused(await signIn(device.use(late)));
    const early = await challenge();
    now = new Date(now.getTime() - 10 * MINUTE_MS);
    expectRefused(await signIn(device.use(early)));
  });

  test("whose counter always is zero works again and again, as those in password managers do", async () => {
    const credential = device.create(await optionsFor(marie), { counter: 0 });
    expect((await marie.post(OWN, { credential })).status).toBe(201);
    for (const _ of [1, 2]) expect((await signIn(device.use(await challenge(), { counter: 0 }))).status).toBe(200);
  });

  test("is added with the password of its owner alone", async () => {
    const wrong = await marie.post(`${OWN}/challenge`, { password: "wrong-one" });
    expect(wrong.json()).toMatchObject({ status: 400, code: "account.wrong_own_password" });
    const admin = await signInDefaultAdmin(server);
    expect((await admin.post(`${OWN}/challenge`, { password: "x" })).json()).toMatchObject({
      code: "account.built_in",
    });
  });

  test("is added only for a challenge of the same session, once, made to add one", async () => {
    const options = await optionsFor(marie);
    const other = await registerNewcomer(server);
    const elsewhere = server.client();
    await elsewhere.post("/api/auth/sign-in/email", { email: marie.user.email, password: MARIE.password });
    const signInOptions = { ...options, challenge: await challenge() };
    const refused = [
      await other.post(OWN, { credential: device.create(options) }),
      await elsewhere.post(OWN, { credential: device.create(options) }),
      await marie.post(OWN, { credential: device.create(signInOptions) }),
      await marie.post(OWN, { credential: device.create(options, { origin: "https://example.com" }) }),
      await marie.post(OWN, { credential: device.create(options, { rpId: "example.com" }) }),
      await marie.post(OWN, { credential: device.create(options, { isVerified: false }) }),
    ];
    for (const answer of refused) expect(answer.json()).toMatchObject({ status: 400, code: "passkey.invalid" });
    expect((await marie.post(OWN, { credential: device.create(options) })).status).toBe(201);
    const again = createTestAuthenticator(server.url).create(options);
    expect((await marie.post(OWN, { credential: again })).json()).toMatchObject({ code: "passkey.invalid" });
    expectRefused(await signIn(device.use(options.challenge)));
  });

  test("belongs to one account", async () => {
    await add();
    const other = await registerNewcomer(server);
    expect((await add(other)).json()).toMatchObject({ status: 400, code: "passkey.invalid" });
    expect((await optionsFor(marie)).excludeCredentials).toEqual([
      { type: "public-key", id: device.id, transports: ["internal"] },
    ]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("that nobody has, tried 110 times, closes neither way of signing in to anybody in its network", async () => {
    await add();
    await server.database.kysely.deleteFrom("rate_limit").execute();
    const nonsense = createTestAuthenticator(server.url);
    const statuses: number[] = [];
    for (let tried = 0; tried < 110; tried += 1) statuses.push((await signIn(nonsense.use(await challenge()))).status);
    expect(statuses.indexOf(429)).toBe(100);
    expect((await signIn(device.use(await challenge()))).status).toBe(200);
    const form = { email: marie.user.email, password: MARIE.password };
    expect((await server.client().post("/api/auth/sign-in/email", form)).status).toBe(200);
  });

  test("of one person, tried in vain too often, closes the one of another person in that network to nobody", async () => {
    await add();
    const neighbour = await registerNewcomer(server);
    const other = createTestAuthenticator(server.url);
    await add(neighbour, other);
    const forged = { key: createTestAuthenticator(server.url).privateKey };
    for (let tried = 0; tried < 101; tried += 1) await signIn(device.use(await challenge(), forged));
    expect((await signIn(device.use(await challenge()))).status).toBe(429);
    expect((await signIn(other.use(await challenge()))).status).toBe(200);
  });

  test("tried in vain too often from one network has to wait, its owner elsewhere has not", async () => {
    await add();
    const forged = { key: createTestAuthenticator(server.url).privateKey };
    for (let tried = 0; tried < 100; tried += 1) {
      const answer = await signIn(device.use(await challenge(), forged));
      if (answer.status === 429) break;
    }
    const refused = await signIn(device.use(await challenge()));
    expect(refused.json()).toMatchObject({ status: 429, code: "request.too_many" });
    await server.database.kysely.deleteFrom("rate_limit").execute();
    expect((await signIn(device.use(await challenge()))).status).toBe(200);
  });
});
