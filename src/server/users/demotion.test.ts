import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { humanAdmins, registerAdmin, whileAdminsAreLocked } from "#test/support/server/test-admins.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
  continueOn,
} from "#test/support/server/test-server.ts";

type Person = TestClient & Session;

function demote(actor: TestClient, id: string): Promise<Answer> {
  return actor.send("DELETE", `/api/users/admins/${id}`);
}

describe.each(ENGINES)("taking an admin's rights back on %s", (engine) => {
  const server = serverForEachTest(engine);

  /** Restarts the server without the default admin, which then no longer counts as an admin. The people stay signed in. */
  async function switchDefaultAdminOff(...people: Person[]): Promise<Person[]> {
    await server.restart({ DEFAULT_ADMIN: "off" });
    return people.map((person) => continueOn(server, person));
  }

  test("acts at the very next call, even where their session were kept", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const jean = await registerAdmin(server, "jean@example.org");
    const { kysely } = server.database;
    const kept = await kysely.selectFrom("session").selectAll().where("user_id", "=", jean.user.id).execute();
    await demote(anne, jean.user.id);
    await kysely.insertInto("session").values(kept).execute();
    expect((await jean.get("/api/users")).status).toBe(200);
    expect((await demote(jean, anne.user.id)).json()).toMatchObject({ status: 403, code: "request.forbidden" });
    expect((await jean.post("/api/users/admins", { email: "jean@example.org" })).status).toBe(403);
    expect((await jean.get("/api/invitation")).status).toBe(403);
  });

  test("stops what they began to send before, and end later", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const jean = await registerAdmin(server, "jean@example.org");
    const cookie = [...jean.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = JSON.stringify({ email: "jean@example.org" });
    const headers = { cookie, origin: server.url, "content-type": "application/json", "content-length": body.length };
    const held = request(`${server.url}/api/users/admins`, {
      method: "POST",
      headers: { ...headers, expect: "100-continue" },
    });
    held.flushHeaders();
    const answered = once(held, "response");
    await once(held, "continue");
    expect((await demote(anne, jean.user.id)).status).toBe(204);
    held.end(body);
    const [answer] = await answered;
    expect(await json(answer)).toMatchObject({ status: 401, code: "session.required" });
    expect(await humanAdmins(server.database)).toEqual(["anne@example.org"]);
  });

  test("of each other at once: one of two stays, and nobody acts after losing their rights", async () => {
    const people = [await registerAdmin(server, "anne@example.org"), await registerAdmin(server, "jean@example.org")];
    const [anne, jean] = await switchDefaultAdminOff(...people);
    if (anne === undefined || jean === undefined) throw new Error("nobody");
    const answers = await Promise.all([demote(anne, jean.user.id), demote(jean, anne.user.id)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(await humanAdmins(server.database)).toHaveLength(1);
  });

  test.runIf(engine === "postgres")("of each other, both let in, third one looking on: one stays too", async () => {
    const people = [await registerAdmin(server, "anne@example.org"), await registerAdmin(server, "jean@example.org")];
    const [anne, jean] = people;
    if (anne === undefined || jean === undefined) throw new Error("nobody");
    const both = await whileAdminsAreLocked(server.database, () =>
      Promise.all([demote(anne, jean.user.id), demote(jean, anne.user.id)]),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
    expect(await humanAdmins(server.database)).toHaveLength(1);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("makes them a member whose sessions are over, and who signs in again as one", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const jean = await registerAdmin(server, "jean@example.org");
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

  test("of a member changes nothing, and ends nothing", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const member = await register(server, { email: "member@example.org" });
    expect((await demote(anne, member.user.id)).status).toBe(204);
    expect((await member.get("/api/users")).status).toBe(200);
  });

  test("of nobody is refused, whatever the id", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    for (const id of ["unknown", "me", "%27", "é", "x".repeat(2000)]) {
      expectProblem(await demote(anne, id), 404, "user.not_found", { detail: "Ce compte n'existe plus." });
    }
    expect((await demote(anne, "%00")).status).toBe(404);
  });

  test("of oneself is refused", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const answer = await demote(anne, anne.user.id);
    expectProblem(answer, 409, "admin.self", { detail: "Vous ne pouvez pas retirer vos propres droits." });
    expect(await humanAdmins(server.database)).toEqual(["anne@example.org"]);
  });

  test("of the default admin is refused: its rights are the server's setting", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const builtIn = await signInDefaultAdmin(server);
    expect((await demote(anne, builtIn.user.id)).json()).toMatchObject({ status: 403, code: "account.built_in" });
    expect((await builtIn.get("/api/invitation")).status).toBe(200);
  });

  test("of the last admin is refused: the default admin counts while it is on, and not while it is off", async () => {
    const [anne] = await switchDefaultAdminOff(await registerAdmin(server, "anne@example.org"));
    if (anne === undefined) throw new Error("nobody");
    const answer = await demote(anne, anne.user.id);
    expectProblem(answer, 409, "admin.last", { detail: "Le dernier administrateur ne peut pas perdre ses droits." });
    expect(await humanAdmins(server.database)).toEqual(["anne@example.org"]);
  });

  test("is for admins only", async () => {
    const anne = await registerAdmin(server, "anne@example.org");
    const member = await register(server, { email: "member@example.org" });
    expect((await demote(member, anne.user.id)).status).toBe(403);
    expect((await demote(server.client(), anne.user.id)).status).toBe(401);
    expect(await humanAdmins(server.database)).toEqual(["anne@example.org"]);
  });
});
