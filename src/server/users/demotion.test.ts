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

function demote(actor: TestClient, id: string): Promise<Answer> {
  return actor.send("DELETE", `/api/users/admins/${id}`);
}

function expectProblem(answer: Answer, status: number, code: string, detail: string): void {
  expect(answer.status).toBe(status);
  expect(answer.json()).toMatchObject({ status, code, detail });
}

describe.each(ENGINES)("taking an admin's rights back on %s", (engine) => {
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

  async function registerAdmin(email: string): Promise<Person> {
    const person = await register(server, { email });
    const builtIn = await signInDefaultAdmin(server);
    expect((await builtIn.post("/api/users/admins", { email })).status).toBe(200);
    return person;
  }

  /** The same database without the default admin, which then counts no more; the browsers go on. */
  async function switchDefaultAdminOff(...people: Person[]): Promise<Person[]> {
    await server.stop();
    server = await startTestServer({ ...environment, DEFAULT_ADMIN: "off" });
    return people.map((person) => {
      const client = server.client();
      for (const [name, value] of person.cookies) client.cookies.set(name, value);
      return { ...client, user: person.user, expiresAt: person.expiresAt };
    });
  }

  async function humanAdmins(): Promise<string[]> {
    const query = server.database.kysely.selectFrom("users").select("email").where("is_admin", "=", true);
    return (await query.where("is_built_in", "=", false).execute()).map(({ email }) => email);
  }

  test("makes them a member whose sessions are over, and who signs in again as one", async () => {
    const anne = await registerAdmin("anne@example.org");
    const jean = await registerAdmin("jean@example.org");
    const credentials = { email: "jean@example.org", password: MARIE.password };
    const elsewhere = server.client();
    await elsewhere.post("/api/auth/sign-in/email", credentials);
    const answer = await demote(anne, jean.user.id);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    for (const client of [jean, elsewhere]) {
      expect((await client.send("DELETE", `/api/users/${anne.user.id}`)).status).toBe(401);
      expect((await client.get("/api/auth/get-session")).json()).toBeNull();
    }
    const again = await server.client().post("/api/auth/sign-in/email", credentials);
    expect(again.json<Session>().user.isAdmin).toBe(false);
    const rows = (await anne.get("/api/users")).json<UserRow[]>();
    expect(rows.find(({ id }) => id === jean.user.id)?.isAdmin).toBe(false);
  });

  test("acts at the very next call, even where their session were kept", async () => {
    const anne = await registerAdmin("anne@example.org");
    const jean = await registerAdmin("jean@example.org");
    const { kysely } = server.database;
    const kept = await kysely.selectFrom("session").selectAll().where("user_id", "=", jean.user.id).execute();
    await demote(anne, jean.user.id);
    await kysely.insertInto("session").values(kept).execute();
    expect((await jean.get("/api/users")).status).toBe(200);
    expect((await demote(jean, anne.user.id)).json()).toMatchObject({ status: 403, code: "request.forbidden" });
    expect((await jean.post("/api/users/admins", { email: "jean@example.org" })).status).toBe(403);
    expect((await jean.get("/api/invitation")).status).toBe(403);
  });

  test("of a member changes nothing, and ends nothing", async () => {
    const anne = await registerAdmin("anne@example.org");
    const member = await register(server, { email: "member@example.org" });
    expect((await demote(anne, member.user.id)).status).toBe(204);
    expect((await member.get("/api/users")).status).toBe(200);
  });

  test("of nobody is refused, whatever the id", async () => {
    const anne = await registerAdmin("anne@example.org");
    for (const id of ["unknown", "me", "%27", "é", "x".repeat(2000)]) {
      expectProblem(await demote(anne, id), 404, "user.not_found", "Ce compte n'existe plus.");
    }
    expect((await demote(anne, "%00")).status).toBe(404);
  });

  test("of oneself is refused", async () => {
    const anne = await registerAdmin("anne@example.org");
    const answer = await demote(anne, anne.user.id);
    expectProblem(answer, 409, "admin.self", "Vous ne pouvez pas retirer vos propres droits.");
    expect(await humanAdmins()).toEqual(["anne@example.org"]);
  });

  test("of the default admin is refused: its rights are the server's setting", async () => {
    const anne = await registerAdmin("anne@example.org");
    const builtIn = await signInDefaultAdmin(server);
    expect((await demote(anne, builtIn.user.id)).json()).toMatchObject({ status: 403, code: "account.built_in" });
    expect((await builtIn.get("/api/invitation")).status).toBe(200);
  });

  test("of the last admin is refused: the default admin counts while it is on, and not while it is off", async () => {
    const [anne] = await switchDefaultAdminOff(await registerAdmin("anne@example.org"));
    if (anne === undefined) throw new Error("nobody");
    const answer = await demote(anne, anne.user.id);
    expectProblem(answer, 409, "admin.last", "Le dernier administrateur ne peut pas perdre ses droits.");
    expect(await humanAdmins()).toEqual(["anne@example.org"]);
  });

  test("is for admins only", async () => {
    const anne = await registerAdmin("anne@example.org");
    const member = await register(server, { email: "member@example.org" });
    expect((await demote(member, anne.user.id)).status).toBe(403);
    expect((await demote(server.client(), anne.user.id)).status).toBe(401);
    expect(await humanAdmins()).toEqual(["anne@example.org"]);
  });

  test("of each other at once: one of two stays, and nobody acts after losing their rights", async () => {
    const people = [await registerAdmin("anne@example.org"), await registerAdmin("jean@example.org")];
    const [anne, jean] = await switchDefaultAdminOff(...people);
    if (anne === undefined || jean === undefined) throw new Error("nobody");
    const answers = await Promise.all([demote(anne, jean.user.id), demote(jean, anne.user.id)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await humanAdmins()).toHaveLength(1);
  });

  test.runIf(engine === "postgres")("of each other, both let in, third one looking on: one stays too", async () => {
    const people = [await registerAdmin("anne@example.org"), await registerAdmin("jean@example.org")];
    const [anne, jean] = people;
    if (anne === undefined || jean === undefined) throw new Error("nobody");
    const { kysely } = server.database;
    const held = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const holding = kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom("users").select("id").where("is_admin", "=", true).forUpdate().execute();
      held.resolve();
      await gate.promise;
    });
    await held.promise;
    const both = Promise.all([demote(anne, jean.user.id), demote(jean, anne.user.id)]);
    const waiting = sql<{ count: string }>`select count(*) from pg_locks where not granted`;
    await expect.poll(async () => (await waiting.execute(kysely)).rows[0]?.count, { timeout: 10_000 }).toBe("2");
    gate.resolve();
    await holding;
    expect((await both).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
    expect(await humanAdmins()).toHaveLength(1);
  });
});
