import { describe, expect, test } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { ENGINES, MARIE, signInDefaultAdmin } from "#test/support/server/test-server.ts";
import { hashing } from "../passwords/passwords.ts";

const SIGN_UP = "/api/auth/sign-up/email";

describe.each(ENGINES)("signing up on %s", (engine) => {
  const server = serverForAllTests(engine);

  async function countRows(table: "users" | "account" | "session"): Promise<number> {
    const { kysely } = server.database;
    const row = await kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  test("creates the account and signs in with it at once", async () => {
    const client = server.client();
    const answer = await client.post(SIGN_UP, { ...MARIE, email: "First@Example.org", name: "Marie Petit" });
    expect(answer.status).toBe(201);
    const { user } = answer.json<Session>();
    expect(user).toMatchObject({ firstName: "Marie", lastName: "Petit", positions: ["Voix", "Lead"], isAdmin: false });
    expect(user.email).toBe("first@example.org");
    expect((await client.get("/api/auth/get-session")).json<Session>().user).toEqual(user);
  });

  test("takes an address with an accented domain, which is the same one in each of its spellings", async () => {
    const client = server.client();
    const answer = await client.post(SIGN_UP, { ...MARIE, email: "Jean@Société.fr" });
    expect([answer.status, answer.json<Session>().user.email]).toEqual([201, "jean@société.fr"]);
    for (const email of ["jean@xn--socit-esab.fr", "JEAN@SOCIE\u0301TE\u0301.FR", " jean@société.fr "]) {
      const visitor = server.client();
      const signedIn = await visitor.post("/api/auth/sign-in/email", { email, password: MARIE.password });
      expect([email, signedIn.status, signedIn.json<Session>().user.email]).toEqual([email, 200, "jean@société.fr"]);
      expect((await visitor.post(SIGN_UP, { ...MARIE, email })).json()["code"]).toBe("account.email_taken");
      expect((await visitor.post("/api/auth/request-password-reset", { email })).status).toBe(200);
    }
    const admin = await signInDefaultAdmin(server);
    expect((await admin.get("/api/users")).text).toContain('"email":"jean@société.fr"');
    expect((await admin.post("/api/users/admins", { email: "jean@XN--socit-esab.fr" })).status).toBe(200);
  });

  test("keeps the session in a cookie that no script reads", async () => {
    const answer = await server.client().post(SIGN_UP, { ...MARIE, email: "cookie@example.org" });
    const cookie = [answer.headers["set-cookie"]].flat().find((line) => line?.startsWith("diapason.session_token="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/; Secure/);
    expect(cookie).toMatch(/; Max-Age=2592000/);
  });

  test("never gives admin rights", async () => {
    const wishes = { isAdmin: true, is_admin: true, roles: ["admin"], isBuiltIn: true, id: "mine" };
    const answer = await server.client().post(SIGN_UP, { ...MARIE, ...wishes, email: "wish@example.org" });
    const { user } = answer.json<Session>();
    expect(user.isAdmin).toBe(false);
    expect(user.id).not.toBe("mine");
    const row = await server.database.kysely
      .selectFrom("users")
      .select(["is_admin", "is_built_in"])
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual(
      engine === "sqlite" ? { is_admin: 0, is_built_in: 0 } : { is_admin: false, is_built_in: false },
    );
  });

  test("refuses an e-mail that is taken, whatever its case, and writes nothing", async () => {
    await server.client().post(SIGN_UP, { ...MARIE, email: "taken@example.org" });
    const before = await Promise.all([countRows("users"), countRows("account"), countRows("session")]);
    const answer = await server.client().post(SIGN_UP, { ...MARIE, email: "TAKEN@example.org" });
    expect(answer.status).toBe(409);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({
      status: 409,
      code: "account.email_taken",
      detail: "Un compte existe déjà avec cette adresse e-mail.",
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await Promise.all([countRows("users"), countRows("account"), countRows("session")])).toEqual(before);
  });

  test("two at once with one e-mail make one account, with its password and its session", async () => {
    const person = { ...MARIE, email: "twice@example.org" };
    const before = await Promise.all([countRows("users"), countRows("account"), countRows("session")]);
    const answers = await Promise.all([1, 2, 3].map(() => server.client().post(SIGN_UP, person)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const after = await Promise.all([countRows("users"), countRows("account"), countRows("session")]);
    expect(after).toEqual(before.map((count) => count + 1));
  });

  test("leaves no rows when a later write fails", async () => {
    const { kysely } = server.database;
    await kysely.schema.alterTable("session").renameTo("session_elsewhere").execute();
    const answer = await server.client().post(SIGN_UP, { ...MARIE, email: "half@example.org" });
    await kysely.schema.alterTable("session_elsewhere").renameTo("session").execute();
    expect(answer.status).toBe(500);
    const rows = await kysely.selectFrom("users").select("id").where("email", "=", "half@example.org").execute();
    expect(rows).toEqual([]);
    expect((await server.client().post(SIGN_UP, { ...MARIE, email: "half@example.org" })).status).toBe(201);
  });

  test("reports each invalid field", async () => {
    const answer = await server.client().post(SIGN_UP, {
      firstName: " ",
      email: "not an address",
      password: "12345",
      name: "x".repeat(402),
      positions: [],
    });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({
      code: "request.invalid",
      errors: {
        firstName: "field.required",
        lastName: "field.required",
        email: "account.email_invalid",
        password: "account.password_too_short",
        name: "field.too_long",
        positions: "account.services_required",
      },
    });
  });

  test("refuses both guitars together, and unknown services", async () => {
    const guitars = await server.client().post(SIGN_UP, {
      ...MARIE,
      positions: ["Guitare acoustique", "Guitare électrique"],
    });
    expect(guitars.json()).toMatchObject({ errors: { positions: "account.services_incompatible" } });
    const unknown = await server.client().post(SIGN_UP, { ...MARIE, positions: ["Triangle"] });
    expect(unknown.json()).toMatchObject({ errors: { "positions.0": "request.invalid" } });
  });

  test("takes a long password exactly as typed: nothing is trimmed, cut off or changed in case", async () => {
    const email = "exact@example.org";
    const password = ` Ça ${"x".repeat(121)} 🎸`;
    expect((await server.client().post(SIGN_UP, { ...MARIE, email, password })).status).toBe(201);
    const others = [password.trim(), password.slice(0, -1), password.slice(0, 72), password.toLowerCase()];
    const signIn = (typed: string) => server.client().post("/api/auth/sign-in/email", { email, password: typed });
    const statuses = await Promise.all([password, ...others].map(async (typed) => (await signIn(typed)).status));
    expect([password.length, statuses]).toEqual([128, [200, 401, 401, 401, 401]]);
  });

  test("keeps names as they were typed, in any script, and refuses what no database can store", async () => {
    const names = { firstName: "Zoë 🎸 <script>", lastName: "بنت \u200f O'Brien; drop table users" };
    const answer = await server.client().post(SIGN_UP, { ...MARIE, ...names, email: "script@example.org" });
    expect(answer.json<Session>().user).toMatchObject(names);
    const zero = await server.client().post(SIGN_UP, { ...MARIE, firstName: "a\0b", email: "zero@example.org" });
    expect(zero.json()).toMatchObject({ status: 422, errors: { firstName: "text.illegible" } });
  });

  test("the default admin's e-mail cannot be registered, before or after its row exists", async () => {
    const person = { ...MARIE, email: "Admin@diapason.example" };
    expect((await server.client().post(SIGN_UP, person)).json()).toMatchObject({ code: "account.email_taken" });
    await signInDefaultAdmin(server);
    expect((await server.client().post(SIGN_UP, person)).json()).toMatchObject({ code: "account.email_taken" });
  });

  test("makes nobody else wait while its password is hashed", async () => {
    const admin = await signInDefaultAdmin(server);
    const hashes = Promise.withResolvers<void>();
    // All hashing slots are held, so the sign-up below waits for one.
    const held = Array.from({ length: 64 }, () =>
      hashing.run({ network: "", account: "holder" }, () => hashes.promise),
    );
    const waiting = server.client().post(SIGN_UP, { ...MARIE, email: "slow@example.org" });
    const profile = { firstName: "Admin", lastName: "Diapason", positions: ["Sono"] };
    const written = await admin.send("PATCH", "/api/users/me", { body: profile });
    const read = await admin.get("/api/users");
    expect([written.status, read.status]).toEqual([200, 200]);
    hashes.resolve();
    await Promise.all(held);
    expect((await waiting).status).toBe(201);
  });

  test("stores no password in plain text", async () => {
    const rows = await server.database.kysely.selectFrom("account").select("password").execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

test("one IP address can find out at most two hundred times in ten minutes whether an e-mail has an account", async () => {
  const server = await serverForThisTest("sqlite");
  expect((await server.client().post(SIGN_UP, MARIE)).status).toBe(201);
  const counts: Record<number, number> = {};
  for (let count = 1; count <= 205; count += 1) {
    const { status } = await server.client().post(SIGN_UP, MARIE);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  // 199, because the first sign-up succeeded.
  expect(counts).toEqual({ 409: 199, 429: 6 });
});
