import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { UserRow } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests, serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import { ENGINES, register, signInDefaultAdmin } from "#test/support/server/test-server.ts";

describe.each(ENGINES)("users on %s", (engine) => {
  let marie: Awaited<ReturnType<typeof register>>;

  const server = serverForAllTests(engine);

  beforeAll(async () => {
    marie = await register(server);
  });

  test("only somebody signed in gets the list", async () => {
    const answer = await server.client().get("/api/users");
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: "session.required" });
  });

  test("somebody changes their own name and services, and nothing else", async () => {
    const client = await register(server, { email: "change@example.org" });
    const wish = {
      firstName: " Élise ",
      lastName: "Fontaine",
      positions: ["Batterie"],
      isAdmin: true,
      email: "x@y.fr",
    };
    const answer = await client.send("PATCH", "/api/users/me", { body: wish });
    expect(answer.status).toBe(200);
    const changed = { firstName: "Élise", lastName: "Fontaine", positions: ["Batterie"], isAdmin: false };
    expect(answer.json()).toMatchObject({ ...changed, id: client.user.id, email: "change@example.org" });
    expect((await client.get("/api/auth/get-session")).json<Session>().user).toMatchObject(changed);
  });

  test.each([
    [{ firstName: "", lastName: "Petit", positions: ["Voix"] }, { firstName: "field.required" }],
    [{ firstName: "Marie", lastName: "Petit", positions: [] }, { positions: "account.services_required" }],
    [{ firstName: "M".repeat(201), lastName: "Petit", positions: ["Voix"] }, { firstName: "field.too_long" }],
  ])("a profile that is not right changes nothing: %o", async (body, errors) => {
    const answer = await marie.send("PATCH", "/api/users/me", { body });
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ errors });
    expect((await marie.get("/api/auth/get-session")).json<Session>().user).toEqual(marie.user);
  });

  test("nobody changes a profile without a session", async () => {
    const body = { firstName: "Eve", lastName: "Noire", positions: ["Voix"] };
    expect((await server.client().send("PATCH", "/api/users/me", { body })).status).toBe(401);
  });

  test("a deleted person's session is none", async () => {
    const client = await register(server, { email: "gone@example.org" });
    await server.database.kysely.deleteFrom("users").where("id", "=", client.user.id).execute();
    expect((await client.get("/api/users")).status).toBe(401);
  });
});

describe.each(ENGINES)("the list of users on %s", (engine) => {
  let marie: Awaited<ReturnType<typeof register>>;

  const server = serverForEachTest(engine);

  beforeEach(async () => {
    marie = await register(server);
    await register(server, { email: "jean@example.org", firstName: "Jean", lastName: "Abel", positions: ["Piano"] });
  });

  test("a member gets everybody by name, and no e-mail but their own", async () => {
    const rows = (await marie.get("/api/users")).json<UserRow[]>();
    expect(rows.map(({ firstName, email }) => [firstName, email])).toEqual([
      ["Jean", undefined],
      ["Marie", "marie@example.org"],
    ]);
    expect(rows[0]).toEqual({
      id: expect.any(String),
      firstName: "Jean",
      lastName: "Abel",
      positions: ["Piano"],
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      account: "active",
    });
  });

  test("an admin gets every e-mail", async () => {
    const admin = await signInDefaultAdmin(server);
    const rows = (await admin.get("/api/users")).json<UserRow[]>();
    expect(rows.map(({ email }) => email)).toEqual(["jean@example.org", "admin@diapason.example", "marie@example.org"]);
  });
});
