import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OneTimeLink, UserRow } from "#contract/accounts/users.ts";
import type { OwnData } from "#contract/own-account.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  EITHER_ENGINE,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
  type TestServer,
} from "#test/support/server/test-server.ts";
import { type ArrivedMail, startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

const SUBJECT = "Confirmez votre adresse";
const CONFIRM = "/api/auth/confirm-email";
const RESEND = "/api/users/me/address-confirmation";
const RESET = "/api/auth/reset-password";
const LINK = /(http:\/\/localhost:\d+)\/confirm-email\?token=([\w-]{43})(?![\w-])/;
const DAY_MS = 24 * 60 * 60 * 1000;

function tokenIn({ text = "" }: Pick<ArrivedMail, "text">): string {
  return LINK.exec(text)?.[2] ?? "";
}

/** The value of this parameter in the mail's link. */
function parameterIn({ text = "" }: Pick<ArrivedMail, "text">, name: string): string {
  return new RegExp(`[?&]${name}=([\\w.-]+)`).exec(text)?.[1] ?? "";
}

function confirm(server: Pick<TestServer, "client">, token: string): Promise<Answer> {
  return server.client().post(CONFIRM, { token });
}

/** Whether the address of the signed-in user is confirmed, as their session says. */
async function isConfirmed(client: TestClient): Promise<boolean | undefined> {
  return (await client.get("/api/auth/get-session")).json<Session>().isEmailConfirmed;
}

function expectInvalidLink(answer: Answer): void {
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ code: "confirmation.link_invalid", detail: "Ce lien n'est plus valable." });
}

describe.each(EITHER_ENGINE)("the address of an account on %s", (engine) => {
  let smtp: TestSmtpServer;
  let now: Date;
  let count = 0;
  /** The address of the user of each test. */
  let email: string;

  beforeAll(async () => {
    smtp = await startTestSmtpServer();
    now = new Date();
  });
  afterAll(() => smtp.stop());
  const server = serverForAllTests(engine, {
    settings: () => ({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, SHARING: "on" }),
    clock: () => now,
  });
  beforeEach(() => {
    count += 1;
    email = `person-${count}@example.org`;
  });

  async function newcomer(): Promise<{ client: TestClient & Session; token: string }> {
    const client = await register(server, { email });
    return { client, token: tokenIn(await smtp.next()) };
  }

  test("is confirmed by the link of the mail that follows the registration, at once for every session", async () => {
    const client = await register(server, { email });
    expect(client.isEmailConfirmed).toBe(false);
    const mail = await smtp.next();
    expect([mail.envelope.to, mail.subject]).toEqual([[email], SUBJECT]);
    expect(LINK.exec(mail.text ?? "")?.[1]).toBe(server.url);
    expect(LINK.exec(mail.html ?? "")?.[2]).toBe(tokenIn(mail));
    expect(`${mail.text}${mail.html}`).not.toContain(MARIE.firstName);
    expect(await isConfirmed(client)).toBe(false);
    const answer = await confirm(server, tokenIn(mail));
    expect([answer.status, answer.json()]).toEqual([200, { status: "done" }]);
    expect(await isConfirmed(client)).toBe(true);
    const again = await server.client().post("/api/auth/sign-in/email", { email, password: MARIE.password });
    expect(again.json<Session>().isEmailConfirmed).toBe(true);
  });

  test("is in one's own data, and in nobody's row", async () => {
    const { client, token } = await newcomer();
    const ownData = async () => (await client.get("/api/users/me/data")).json<OwnData>();
    expect((await ownData()).isEmailConfirmed).toBe(false);
    await confirm(server, token);
    const { account, isEmailConfirmed } = await ownData();
    expect(isEmailConfirmed).toBe(true);
    expect(Object.keys(account)).not.toContain("isEmailConfirmed");
    expect((await client.get("/api/users")).text).not.toMatch(/confirmed/i);
  });

  test("is confirmed by a link that was followed before", async () => {
    const { client, token } = await newcomer();
    const statuses = await Promise.all([confirm(server, token), confirm(server, token)]);
    expect([...statuses, await confirm(server, token)].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await isConfirmed(client)).toBe(true);
  });

  test("stays as it is when the link is only fetched", async () => {
    const { client, token } = await newcomer();
    await server.client().get(`/confirm-email?token=${token}`);
    expect((await server.client().get(`${CONFIRM}?token=${token}`)).status).toBe(405);
    expect(await isConfirmed(client)).toBe(false);
  });

  test("is not confirmed by a link that is forged, cut off, stored, or seven days old", async () => {
    const { client, token } = await newcomer();
    const { token_hash: stored } = await server.database.kysely
      .selectFrom("address_confirmation")
      .select("token_hash")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    for (const wrong of ["", "x", "A".repeat(43), "x".repeat(201), token.slice(0, -1), `${token}A`, stored])
      expectInvalidLink(await confirm(server, wrong));
    now = new Date(now.getTime() + 7 * DAY_MS);
    expectInvalidLink(await confirm(server, token));
    now = new Date(now.getTime() - 7 * DAY_MS);
    expect(await isConfirmed(client)).toBe(false);
    expect((await confirm(server, token)).status).toBe(200);
  });

  test("is not confirmed by the link of an account that is gone", async () => {
    const { client, token } = await newcomer();
    expect((await client.post("/api/users/me/deletion", { password: MARIE.password })).status).toBe(204);
    expectInvalidLink(await confirm(server, token));
  });

  test("is confirmed by the newest mail alone, three times in a quarter of an hour at most", async () => {
    const { client, token } = await newcomer();
    const asked = await client.post(RESEND);
    expect([asked.status, asked.json()]).toEqual([200, { status: "sent" }]);
    const newest = tokenIn(await smtp.next());
    expectInvalidLink(await confirm(server, token));
    for (const _ of [2, 3]) {
      expect((await client.post(RESEND)).status).toBe(200);
      await smtp.next();
    }
    const refused = await client.post(RESEND);
    expect(refused.status).toBe(429);
    expect(refused.json()["detail"]).toMatch(/^Trop d'essais\. Réessayez dans \d+ secondes\.$/);
    expectInvalidLink(await confirm(server, newest));
    expect(smtp.count()).toBe(0);
  });

  test("gets no further mail once it is confirmed", async () => {
    const { client, token } = await newcomer();
    await confirm(server, token);
    const answer = await client.post(RESEND);
    expect([answer.status, answer.json(), smtp.count()]).toEqual([200, { status: "confirmed" }, 0]);
  });

  test("of the built-in admin is never confirmed, and never asked for", async () => {
    const admin = await signInDefaultAdmin(server);
    expect(await isConfirmed(admin)).toBeUndefined();
    expect((await admin.post(RESEND)).json()).toMatchObject({ status: 403, code: "account.built_in" });
    expect((await admin.get("/api/users/me/data")).json<OwnData>()).not.toHaveProperty("isEmailConfirmed");
    expect(smtp.count()).toBe(0);
  });

  test("is confirmed by a reset that was mailed to it", async () => {
    const { client } = await newcomer();
    await server.client().post("/api/auth/request-password-reset", { email });
    const token = parameterIn(await smtp.next(), "token");
    expect(await isConfirmed(client)).toBe(false);
    expect((await server.client().post(RESET, { token, newPassword: "nouveau-1" })).status).toBe(200);
    const back = await server.client().post("/api/auth/sign-in/email", { email, password: "nouveau-1" });
    expect(back.json<Session>().isEmailConfirmed).toBe(true);
  });

  describe("of a person who was invited", () => {
    let admin: TestClient;

    beforeEach(async () => {
      admin = await signInDefaultAdmin(server);
    });

    /** Adds the person, who gets a mail. */
    async function invited(): Promise<{ id: string; token: string }> {
      const people = [{ firstName: "Inès", lastName: "Moreau", email, positions: ["Bass"] }];
      const [added] = (await admin.post("/api/people", { groupId: "1", people })).json<UserRow[]>();
      return { id: added?.id ?? "", token: parameterIn(await smtp.next(), "invitation") };
    }

    async function join(invitation: string, address = email): Promise<boolean | undefined> {
      return (await register(server, { email: address, invitation })).isEmailConfirmed;
    }

    test("is confirmed by the invitation that was mailed to it", async () => {
      const { token } = await invited();
      expect(await join(token)).toBe(true);
      expect(smtp.count()).toBe(0);
    });

    test("is not by the link that an admin passed on", async () => {
      const { id, token } = await invited();
      const { link } = (await admin.post(`/api/users/${id}/invitation`, {})).json<OneTimeLink>();
      const copied = new URL(link).searchParams.get("invitation") ?? "";
      expect(token.startsWith(copied)).toBe(true);
      expect(await join(copied)).toBe(false);
      expect((await smtp.next()).subject).toBe(SUBJECT);
    });

    test("is not when it is another one than the mail was sent to", async () => {
      const { token } = await invited();
      const other = `other-${email}`;
      expect(await join(token, other)).toBe(false);
      const mail = await smtp.next();
      expect([mail.subject, mail.envelope.to]).toEqual([SUBJECT, [other]]);
    });

    test("is not by an invitation whose end was made up", async () => {
      const { token } = await invited();
      expect(await join(`${token.slice(0, -4)}AAAA`)).toBe(false);
      await smtp.next();
    });
  });
});

describe.each(EITHER_ENGINE)("without a mail server on %s", (engine) => {
  test("a reset that an admin handed over confirms no address", async () => {
    const server = await serverForThisTest(engine);
    const admin = await signInDefaultAdmin(server);
    const { user } = await register(server);
    const handed = await admin.post(`/api/users/${user.id}/password-reset`);
    const token = new URL(handed.json<OneTimeLink>().link).searchParams.get("token");
    expect((await server.client().post(RESET, { token, newPassword: "nouveau-1" })).status).toBe(200);
    const credentials = { email: MARIE.email, password: "nouveau-1" };
    const back = await server.client().post("/api/auth/sign-in/email", credentials);
    expect(back.json<Session>().isEmailConfirmed).toBe(false);
  });

  test("who registers by the team's link has an address to confirm as well", async () => {
    const server = await serverForThisTest(engine, { settings: { REGISTRATION: "invite" } });
    const admin = await signInDefaultAdmin(server);
    const { link } = (await admin.get("/api/invitation")).json<{ link: string }>();
    const invitation = new URL(link).searchParams.get("invitation") ?? "";
    expect((await register(server, { invitation })).isEmailConfirmed).toBe(false);
    const rows = await server.database.kysely.selectFrom("address_confirmation").select("email").execute();
    expect(rows).toEqual([{ email: MARIE.email }]);
  });
});
