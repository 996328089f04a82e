import { beforeAll, describe, expect, test } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { expectProblem } from "#test/support/server/test-problems.ts";
import { ENGINES, MARIE, register, signInDefaultAdmin, type TestClient } from "#test/support/server/test-server.ts";
import { promote } from "./write-admins.ts";

const ADMINS = "/api/users/admins";

describe.each(ENGINES)("promoting on %s", (engine) => {
  let admin: TestClient & Session;

  const server = serverForAllTests(engine);

  beforeAll(async () => {
    admin = await signInDefaultAdmin(server);
  });

  test("makes an admin by e-mail, in any case, and answers with the row", async () => {
    const { user } = await register(server, { email: "anne@example.org" });
    const answer = await admin.post(ADMINS, { email: " Anne@EXAMPLE.org " });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({ ...user, isAdmin: true, email: "anne@example.org" });
    const rows = (await admin.get("/api/users")).json<UserRow[]>();
    expect(rows.find(({ id }) => id === user.id)?.isAdmin).toBe(true);
  });

  test("acts at the next call of the promoted person", async () => {
    const member = await register(server, { email: "next@example.org" });
    const { user } = await register(server, { email: "target@example.org" });
    expect((await member.send("DELETE", `/api/users/${user.id}`)).status).toBe(403);
    expect((await member.get("/api/users")).json<UserRow[]>().every(({ isAdmin }) => isAdmin)).toBe(false);
    await admin.post(ADMINS, { email: "next@example.org" });
    expect((await member.get("/api/auth/get-session")).json<Session>().user.isAdmin).toBe(true);
    expect((await member.get("/api/users")).json<UserRow[]>().every(({ email }) => email !== undefined)).toBe(true);
    expect((await member.send("DELETE", `/api/users/${user.id}`)).status).toBe(204);
  });

  test("of an unknown e-mail is refused", async () => {
    const answer = await admin.post(ADMINS, { email: "nobody@example.org" });
    expectProblem(answer, 404, "admin.email_unknown", { detail: "Aucun compte n'existe avec cette adresse e-mail." });
  });

  test("of an admin, oneself included, is refused", async () => {
    const sentence = "Ce compte est déjà administrateur.";
    await register(server, { email: "twice@example.org" });
    await admin.post(ADMINS, { email: "twice@example.org" });
    expectProblem(await admin.post(ADMINS, { email: "TWICE@example.org" }), 409, "admin.already", { detail: sentence });
    expectProblem(await admin.post(ADMINS, { email: admin.user.email }), 409, "admin.already", { detail: sentence });
  });

  test("twice at once promotes once", async () => {
    await register(server, { email: "double@example.org" });
    const answers = await Promise.all([1, 2].map(() => admin.post(ADMINS, { email: "double@example.org" })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    [{ email: "" }, "admin.email_required", "L'adresse e-mail est requise"],
    [{ email: "  " }, "admin.email_required", "L'adresse e-mail est requise"],
    [{}, "admin.email_required", "L'adresse e-mail est requise"],
    [{ email: "nobody" }, "account.email_invalid", "Adresse e-mail non valide"],
  ])("needs an e-mail: %j", async (body, code, detail) => {
    const answer = await admin.post(ADMINS, body);
    expectProblem(answer, 422, "request.invalid", { detail });
    expect(answer.json()).toMatchObject({ errors: { email: code } });
  });

  test("is for admins only, and looks at nothing before that", async () => {
    const member = await register(server, { email: "member@example.org" });
    const sentence = "Cette action ne vous est pas permise.";
    for (const email of ["member@example.org", "nobody@example.org", ""]) {
      expectProblem(await member.post(ADMINS, { email }), 403, "request.forbidden", { detail: sentence });
      expect((await server.client().post(ADMINS, { email })).status).toBe(401);
    }
    expect((await member.get("/api/auth/get-session")).json<Session>().user.isAdmin).toBe(false);
  });

  test("is refused to somebody who lost their rights after the call was let in", async () => {
    const { user } = await register(server, { email: "late@example.org" });
    const promotion = { email: "late@example.org", actorId: user.id, hasRights: () => true, now: new Date() };
    await expect(promote(server.database, promotion)).rejects.toMatchObject({ code: "request.forbidden" });
    expect((await admin.post(ADMINS, { email: "late@example.org" })).status).toBe(200);
  });

  test("does not give the default admin back the rights that the settings took", async () => {
    const ownServer = await serverForThisTest(engine);
    const ownAdmin = await signInDefaultAdmin(ownServer);
    await register(ownServer, { email: "human@example.org" });
    await ownAdmin.post(ADMINS, { email: "human@example.org" });
    await ownServer.restart({ DEFAULT_ADMIN: "off" });
    const human = ownServer.client();
    await human.post("/api/auth/sign-in/email", { email: "human@example.org", password: MARIE.password });
    const answer = await human.post(ADMINS, { email: "admin@diapason.example" });
    expect([answer.status, answer.json()]).toMatchObject([403, { code: "account.built_in" }]);
  });
});
