import { beforeEach, describe, expect, test } from "vitest";
import type { OneTimeLink } from "#contract/accounts/users.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForEachTest } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  EITHER_ENGINE,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
  continueOn,
} from "#test/support/server/test-server.ts";
import { grantAdmin } from "../invitations/admin-invitations.ts";

const HOUR_MS = 60 * 60 * 1000;

describe.each(EITHER_ENGINE)("a reset that is handed over on %s", (engine) => {
  let now: Date;
  let admin: TestClient & Session;
  let marie: TestClient & Session;

  beforeEach(() => {
    now = new Date();
  });
  const server = serverForEachTest(engine, { clock: () => now });
  beforeEach(async () => {
    admin = await signInDefaultAdmin(server);
    marie = await register(server, { email: "marie-0@example.org" });
  });

  const handOver = (userId: string, by: TestClient = admin): Promise<Answer> =>
    by.post(`/api/users/${userId}/password-reset`);

  const tokenIn = (answer: Answer) => new URL(answer.json<OneTimeLink>().link).searchParams.get("token") ?? "";

  const reset = (token: string) =>
    server.client().post("/api/auth/reset-password", { token, newPassword: "nouveau-1" });

  async function journal(): Promise<string[]> {
    return (await admin.get("/api/journal")).json<{ act: { type: string } }[]>().map(({ act }) => act.type);
  }

  test("is a link, good once, that ends every session, tells the e-mail, and has its line in the journal", async () => {
    const answer = await handOver(marie.user.id);
    expect(answer.status).toBe(201);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json<OneTimeLink>().link).toMatch(/^http:\/\/localhost:\d+\/reset-password\?token=[\w-]{43}$/);
    const [line] = (await admin.get("/api/journal")).json<unknown[]>();
    expect(line).toMatchObject({ actor: { id: admin.user.id }, person: { id: marie.user.id, name: "Marie Petit" } });
    const used = await reset(tokenIn(answer));
    expect([used.status, used.json()]).toEqual([200, { status: "done", email: "marie-0@example.org" }]);
    expect((await marie.get("/api/users")).status).toBe(401);
    const signIn = { email: "marie-0@example.org", password: "nouveau-1" };
    expect((await server.client().post("/api/auth/sign-in/email", signIn)).status).toBe(200);
    expect((await reset(tokenIn(answer))).json()).toMatchObject({ code: "reset.link_invalid" });
  });

  test("is good for an hour, and only the newest", async () => {
    const [first, second] = [await handOver(marie.user.id), await handOver(marie.user.id)];
    expect((await reset(tokenIn(first))).json()).toMatchObject({ code: "reset.link_invalid" });
    expect(second.json<OneTimeLink>().expiresAt).toBe(new Date(now.getTime() + HOUR_MS).toISOString());
    now = new Date(now.getTime() + HOUR_MS + 1000);
    expect((await reset(tokenIn(second))).json()).toMatchObject({ code: "reset.link_invalid" });
  });

  test("is made by admins alone, and leaves no trace where it is refused", async () => {
    const other = await register(server, { email: "other@example.org" });
    for (const userId of [marie.user.id, other.user.id]) {
      expect((await handOver(userId, marie)).json()).toMatchObject({ status: 403, code: "request.forbidden" });
    }
    expect((await handOver(marie.user.id, server.client())).status).toBe(401);
    expect(await journal()).toEqual([]);
  });

  test("is made for no admin, oneself or another, and not for the default admin or nobody", async () => {
    const leader = await register(server, { email: "leader@example.org" });
    const second = await register(server, { email: "second@example.org" });
    for (const email of ["leader@example.org", "second@example.org"]) await admin.post("/api/users/admins", { email });
    const before = await journal();
    const answers = [leader.user.id, second.user.id, admin.user.id, "nobody"].map((id) => handOver(id, leader));
    expect((await Promise.all(answers)).map((answer) => [answer.status, answer.json()["code"]])).toEqual([
      [409, "reset.of_admin"],
      [409, "reset.of_admin"],
      [403, "account.built_in"],
      [404, "user.not_found"],
    ]);
    expect(await journal()).toEqual(before);
    expect(await server.database.kysely.selectFrom("password_reset").selectAll().execute()).toEqual([]);
  });

  test("is over when the person becomes an admin, in the page or by the command line: no admin's account is opened by it", async () => {
    const first = tokenIn(await handOver(marie.user.id));
    expect((await admin.post("/api/users/admins", { email: "marie-0@example.org" })).status).toBe(200);
    expect((await reset(first)).json()).toMatchObject({ code: "reset.link_invalid" });
    const paul = await register(server, { email: "paul@example.org" });
    const second = tokenIn(await handOver(paul.user.id));
    await grantAdmin(server.database, "paul@example.org", now);
    expect((await reset(second)).json()).toMatchObject({ code: "reset.link_invalid" });
    expect((await marie.get("/api/journal")).status).toBe(200);
  });

  test("is not there where a mail server brings it, and admins read which of both it is", async () => {
    expect((await admin.get("/api/mail-delivery")).json()).toEqual({ to: "files" });
    expect(server.log.join("")).toContain("mails are written into files and reach nobody");
    await server.restart({ MAIL_URL: "smtp://127.0.0.1:9" });
    [admin, marie] = [continueOn(server, admin), continueOn(server, marie)];
    expect((await admin.get("/api/mail-delivery")).json()).toEqual({ to: "people" });
    expect((await handOver(marie.user.id)).json()).toMatchObject({ status: 409, code: "reset.by_mail" });
    expect((await marie.get("/api/mail-delivery")).status).toBe(403);
  });

  test("takes the place of a link that a mail brought, and lets no wrong tries keep the person out", async () => {
    const signIn = (password: string) =>
      server.client().post("/api/auth/sign-in/email", { email: "marie-0@example.org", password });
    for (let count = 0; count < 10; count += 1) await signIn("wrong-one");
    expect((await signIn(MARIE.password)).status).toBe(429);
    await reset(tokenIn(await handOver(marie.user.id)));
    expect((await signIn("nouveau-1")).status).toBe(200);
  });
});
