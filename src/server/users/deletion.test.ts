import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Session, UserRow } from "#contract/accounts.ts";
import {
  type Answer,
  ENGINES,
  MARIE,
  newEnvironment,
  register,
  removeData,
  signInDefaultAdmin,
  startTestServer,
  type TestClient,
  type TestServer,
} from "../test-server.ts";

type Person = TestClient & Session;

function remove(actor: TestClient, id: string): Promise<Answer> {
  return actor.send("DELETE", `/api/users/${id}`);
}

function expectProblem(answer: Answer, status: number, code: string, detail: string): void {
  expect(answer.status).toBe(status);
  expect(answer.json()).toMatchObject({ status, code, detail });
}

describe.each(ENGINES)("deleting somebody on %s", (engine) => {
  let environment: Record<string, string>;
  let server: TestServer;

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    server = await startTestServer(environment);
  });
  afterEach(async () => {
    await server.stop();
    await removeData(environment);
  });

  /** The same database without the default admin, whose row stays there. */
  async function switchDefaultAdminOff(): Promise<void> {
    await server.stop();
    server = await startTestServer({ ...environment, DEFAULT_ADMIN: "off" });
  }

  async function registerAdmin(email: string): Promise<Person> {
    const person = await register(server, { email });
    const builtIn = await signInDefaultAdmin(server);
    expect((await builtIn.post("/api/users/admins", { email })).status).toBe(200);
    return person;
  }

  /** Their browser, on the server that runs now. */
  function continued(person: Person): Person {
    const client = server.client();
    for (const [name, value] of person.cookies) client.cookies.set(name, value);
    return { ...client, user: person.user, expiresAt: person.expiresAt };
  }

  async function humanAdmins(): Promise<string[]> {
    const query = server.database.kysely.selectFrom("users").select("email").where("is_admin", "=", true);
    return (await query.where("is_built_in", "=", false).execute()).map(({ email }) => email);
  }

  test("takes account, sessions, links and row; their cookie is refused at the next call", async () => {
    const admin = await signInDefaultAdmin(server);
    const gone = await register(server, { email: "gone@example.org" });
    await server.client().post("/api/auth/request-password-reset", { email: "gone@example.org" });
    const answer = await remove(admin, gone.user.id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await gone.get("/api/users")).status).toBe(401);
    expect((await gone.get("/api/auth/get-session")).json()).toBeNull();
    const signIn = { email: "gone@example.org", password: MARIE.password };
    const refused = await server.client().post("/api/auth/sign-in/email", signIn);
    expect(refused.json()).toMatchObject({ code: "account.not_found" });
    expect((await admin.get("/api/users")).json<UserRow[]>().map(({ id }) => id)).toEqual([admin.user.id]);
    const { kysely } = server.database;
    for (const table of ["account", "session", "password_reset"] as const) {
      const rows = await kysely.selectFrom(table).select("user_id").where("user_id", "=", gone.user.id).execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect((await register(server, { email: "gone@example.org" })).user.id).not.toBe(gone.user.id);
  });

  test("of nobody is refused, whatever the id", async () => {
    const admin = await signInDefaultAdmin(server);
    const marie = await register(server);
    expect((await remove(admin, marie.user.id)).status).toBe(204);
    for (const id of [marie.user.id, "unknown", "me", "%27", "é", "x".repeat(2000)]) {
      expectProblem(await remove(admin, id), 404, "user.not_found", "Ce compte n'existe plus.");
    }
    expect((await remove(admin, "%00")).status).toBe(404);
    expect((await remove(admin, "%ff")).status).toBe(404);
  });

  test("is for admins only", async () => {
    const member = await register(server);
    const other = await register(server, { email: "other@example.org" });
    expect((await remove(member, other.user.id)).json()).toMatchObject({ code: "request.forbidden" });
    expect((await remove(member, member.user.id)).status).toBe(403);
    expect((await remove(server.client(), other.user.id)).status).toBe(401);
    expect((await other.get("/api/users")).json<UserRow[]>()).toHaveLength(2);
  });

  test("of oneself is refused", async () => {
    const admin = await registerAdmin("anne@example.org");
    const answer = await remove(admin, admin.user.id);
    expectProblem(answer, 409, "user.self_deletion", "Vous ne pouvez pas supprimer votre propre compte.");
    expect((await admin.get("/api/users")).status).toBe(200);
  });

  test("of the last admin is refused: the default admin counts while it is on, and not while it is off", async () => {
    const admin = await registerAdmin("anne@example.org");
    const code = async () => (await remove(continued(admin), admin.user.id)).json()["code"];
    expect(await code()).toBe("user.self_deletion");
    await switchDefaultAdminOff();
    const answer = await remove(continued(admin), admin.user.id);
    expectProblem(answer, 409, "user.last_admin", "Le dernier administrateur ne peut pas être supprimé.");
    expect(await humanAdmins()).toEqual(["anne@example.org"]);
  });

  test("of an admin by another one is allowed, and of the default admin, which comes back when it signs in", async () => {
    const admin = await registerAdmin("anne@example.org");
    const second = await registerAdmin("jean@example.org");
    const builtIn = await signInDefaultAdmin(server);
    expect((await remove(admin, second.user.id)).status).toBe(204);
    expect((await remove(admin, builtIn.user.id)).status).toBe(204);
    expect((await builtIn.get("/api/users")).status).toBe(401);
    expect((await signInDefaultAdmin(server)).user.isAdmin).toBe(true);
  });

  test("two last admins who delete each other at once: one stays", async () => {
    const anne = await registerAdmin("anne@example.org");
    const jean = await registerAdmin("jean@example.org");
    await switchDefaultAdminOff();
    const answers = await Promise.all([remove(continued(anne), jean.user.id), remove(continued(jean), anne.user.id)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(204);
    // Who is deleted before their own call is looked at has no session for it.
    expect(statuses.filter((status) => status === 409 || status === 401)).toHaveLength(1);
    expect(await humanAdmins()).toHaveLength(1);
  });

  /** Lets both calls come as far as they get, then go on. */
  async function meet<Result>(start: () => Promise<Result>): Promise<Result> {
    const { kysely } = server.database;
    const held = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const holding = kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom("users").select("id").where("is_admin", "=", true).forUpdate().execute();
      held.resolve();
      await gate.promise;
    });
    await held.promise;
    const results = start();
    const waiting = sql<{ count: string }>`select count(*) from pg_locks where not granted`;
    await expect.poll(async () => (await waiting.execute(kysely)).rows[0]?.count, { timeout: 10_000 }).toBe("2");
    gate.resolve();
    await holding;
    return results;
  }

  /** Two admins, the last ones; each calls a server of their own on the same database. */
  async function deletions(): Promise<{ readonly start: () => Promise<Answer[]>; readonly stop: () => Promise<void> }> {
    const anne = await registerAdmin("anne@example.org");
    const jean = await registerAdmin("jean@example.org");
    await switchDefaultAdminOff();
    const other = await startTestServer({ ...environment, DEFAULT_ADMIN: "off" });
    const jeanElsewhere = other.client();
    for (const [name, value] of jean.cookies) jeanElsewhere.cookies.set(name, value);
    const start = () => Promise.all([remove(continued(anne), jean.user.id), remove(jeanElsewhere, anne.user.id)]);
    return { start, stop: other.stop };
  }

  test.runIf(engine === "postgres")("two last admins who both were let in: one stays", async () => {
    const { start, stop } = await deletions();
    const answers = await meet(start);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect(await humanAdmins()).toHaveLength(1);
    await stop();
  });

  test("two servers on one database keep the last admin as well", async () => {
    const { start, stop } = await deletions();
    await start();
    expect(await humanAdmins()).toHaveLength(1);
    await stop();
  });
});
