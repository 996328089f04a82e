import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
  registerNewcomer,
} from "#test/support/server/test-server.ts";

const CHANGE = "/api/auth/change-password";
const SIGN_IN = "/api/auth/sign-in/email";
const NEW_PASSWORD = "nouveau-1";

describe.each(ENGINES)("changing a password on %s", (engine) => {
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

  function change(currentPassword: string, newPassword = NEW_PASSWORD, client: TestClient = here): Promise<Answer> {
    return client.post(CHANGE, { currentPassword, newPassword });
  }

  async function signInWith(password: string): Promise<number> {
    return (await server.client().post(SIGN_IN, { email, password })).status;
  }

  test("takes the old one, and gives the new one from then on", async () => {
    const answer = await change(MARIE.password);
    expect([answer.status, answer.json()]).toEqual([200, { status: "done" }]);
    expect([await signInWith(MARIE.password), await signInWith(NEW_PASSWORD)]).toEqual([401, 200]);
  });

  test("is where a password manager looks for it: the form, or the sign-in form; no other address is known", async () => {
    const lead = async (client: TestClient, path = "/.well-known/change-password") => {
      const { status, headers } = await client.get(path);
      return [status, headers["location"], headers["cache-control"]];
    };
    expect(await lead(here)).toEqual([303, "/select-group#mot-de-passe", "no-store"]);
    expect(await lead(server.client())).toEqual([303, "/login", "no-store"]);
    const [status] = await lead(
      here,
      "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
    );
    expect(status).not.toBe(200);
  });

  test("is refused with a wrong old one, and changes nothing", async () => {
    const there = server.client();
    await there.post(SIGN_IN, { email, password: MARIE.password });
    const answer = await change("faux-mot");
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      code: "account.wrong_old_password",
      detail: "L'ancien mot de passe est incorrect",
    });
    expect(await signInWith(MARIE.password)).toBe(200);
    expect((await there.get("/api/users")).status).toBe(200);
  });

  test("ends every other session of the person, and keeps this one and other people's", async () => {
    const there = server.client();
    await there.post(SIGN_IN, { email, password: MARIE.password, rememberMe: true });
    const other = await register(server, { email: `other-${email}` });
    expect((await change(MARIE.password)).status).toBe(200);
    const statuses = [here, there, other].map(async (client) => (await client.get("/api/users")).status);
    expect(await Promise.all(statuses)).toEqual([200, 401, 200]);
  });

  test("takes back a link that was asked for before", async () => {
    const { kysely } = server.database;
    await server.client().post("/api/auth/request-password-reset", { email });
    expect(await kysely.selectFrom("password_reset").select("user_id").execute()).toHaveLength(1);
    await change(MARIE.password);
    expect(await kysely.selectFrom("password_reset").select("user_id").execute()).toEqual([]);
  });

  test.each([
    [{ currentPassword: "", newPassword: NEW_PASSWORD }, { currentPassword: "field.required" }],
    [{ currentPassword: MARIE.password, newPassword: "12345" }, { newPassword: "account.password_too_short" }],
    [{ currentPassword: MARIE.password, newPassword: "x".repeat(129) }, { newPassword: "field.too_long" }],
    [{}, { currentPassword: "field.required", newPassword: "field.required" }],
  ])("names the fields that are not right: %j", async (body, errors) => {
    const answer = await here.post(CHANGE, body);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ code: "request.invalid", errors });
    expect(await signInWith(MARIE.password)).toBe(200);
  });

  test("needs a session", async () => {
    const answer = await change(MARIE.password, NEW_PASSWORD, server.client());
    expect([answer.status, answer.json()]).toMatchObject([401, { code: "session.required" }]);
  });

  test("is for an admin with an account of their own as for anybody", async () => {
    const builtIn = await signInDefaultAdmin(server);
    expect((await builtIn.post("/api/users/admins", { email })).status).toBe(200);
    expect((await change(MARIE.password)).status).toBe(200);
    expect(await signInWith(NEW_PASSWORD)).toBe(200);
  });

  test("is not for the default admin, whose credential is the server's", async () => {
    const admin = await signInDefaultAdmin(server);
    const answer = await change("diapason-admin", NEW_PASSWORD, admin);
    expect(answer.status).toBe(403);
    expect(answer.json()).toMatchObject({
      code: "account.built_in",
      detail: "Ce compte est commun à plusieurs personnes\u00a0: il se règle sur le serveur.",
    });
  });

  test("cannot be used to find the old one out: ten wrong ones in a quarter of an hour", async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, number) => change(`faux-${number}`)));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
    const refused = await change(MARIE.password);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "900"]);
    now = new Date(now.getTime() + 901_000);
    expect((await change(MARIE.password)).status).toBe(200);
  });

  test("twice at once with one old password changes it once", async () => {
    const passwords = ["premier-1", "deuxieme-2"];
    const answers = await Promise.all(passwords.map((password) => change(MARIE.password, password)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const kept = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect(await signInWith(kept)).toBe(200);
  });
});
