import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { JournalEntry } from "#contract/journal.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { serverForAllTests } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
  type TestClient,
} from "#test/support/server/test-server.ts";
import { type ArrivedMail, startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

const OWN = "/api/users/me/email";
const FOLLOW = "/api/auth/confirm-email";
const SIGN_IN = "/api/auth/sign-in/email";
const LINK = /(http:\/\/localhost:\d+)\/confirm-email\?token=([\w-]{43})(?![\w-])/;
const RESET_LINK = /\/reset-password\?token=([\w-]{43})/;
const HOUR_MS = 60 * 60 * 1000;
const NEW_ADDRESS = "Confirmez votre nouvelle adresse e-mail";
const TAKEN = "Votre adresse e-mail est déjà connue de Diapason";
const CHANGED = "Votre adresse e-mail a été changée";

function tokenIn({ text = "" }: Pick<ArrivedMail, "text">): string {
  return LINK.exec(text)?.[2] ?? "";
}

function expectInvalidLink(answer: Answer): void {
  expect([answer.status, answer.json()["code"]]).toEqual([400, "confirmation.link_invalid"]);
}

describe.each(ENGINES)("another address of an account on %s", (engine) => {
  let smtp: TestSmtpServer;
  let now: Date;
  let count = 0;
  let former: string;
  let wanted: string;
  let client: TestClient & Session;

  beforeAll(async () => {
    smtp = await startTestSmtpServer();
    now = new Date();
  });
  afterAll(() => smtp.stop());
  const server = serverForAllTests(engine, {
    settings: () => ({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}` }),
    clock: () => now,
  });
  beforeEach(async () => {
    count += 1;
    former = `former-${count}@example.org`;
    wanted = `wanted-${count}@example.org`;
    client = await newcomer(former);
  });

  async function newcomer(email: string): Promise<TestClient & Session> {
    const person = await register(server, { email });
    await smtp.next();
    return person;
  }

  function ask(email = wanted, password = MARIE.password, by: TestClient = client): Promise<Answer> {
    return by.post(OWN, { email, password });
  }

  /** Asks, and returns the token of the mail. */
  async function askForToken(email = wanted, by: TestClient = client): Promise<string> {
    expect((await ask(email, MARIE.password, by)).status).toBe(202);
    const mail = await smtp.next();
    expect([mail.envelope.to, mail.subject]).toEqual([[email.toLowerCase()], NEW_ADDRESS]);
    return tokenIn(mail);
  }

  function follow(token: string): Promise<Answer> {
    return server.client().post(FOLLOW, { token });
  }

  /** Changes the address, and returns the token that takes the former one back. */
  async function change(email = wanted): Promise<string> {
    const { status } = await follow(await askForToken(email));
    expect(status).toBe(200);
    const mail = await smtp.next();
    expect(mail.subject).toBe(CHANGED);
    return tokenIn(mail);
  }

  async function signIn(email: string, password: string = MARIE.password): Promise<number> {
    return (await server.client().post(SIGN_IN, { email, password })).status;
  }

  async function resetPassword(email: string, newPassword: string): Promise<number> {
    await server.client().post("/api/auth/request-password-reset", { email });
    const [, token = ""] = RESET_LINK.exec((await smtp.next()).text ?? "") ?? [];
    return (await server.client().post("/api/auth/reset-password", { token, newPassword })).status;
  }

  test("that two people ask for goes to whoever follows their link first", async () => {
    const rival = await newcomer(`rival-${count}@example.org`);
    const tokens = [await askForToken(), await askForToken(wanted, rival)];
    const answers = await Promise.all(tokens.map(follow));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    await smtp.next();
  });

  test("that is changed twice goes back to the first, and no more to the second", async () => {
    const toFormer = await change();
    const toWanted = await change(`third-${count}@example.org`);
    expect((await follow(toFormer)).status).toBe(200);
    expectInvalidLink(await follow(toWanted));
    expect(await signIn(former)).toBe(200);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("is theirs once they follow the link that was mailed to it, and not before", async () => {
    const asked = await ask();
    expect([asked.status, asked.json()]).toEqual([202, { status: "done" }]);
    const mail = await smtp.next();
    expect([mail.envelope.to, mail.subject]).toEqual([[wanted], NEW_ADDRESS]);
    expect(LINK.exec(mail.html ?? "")?.[2]).toBe(tokenIn(mail));
    expect(`${mail.text}${mail.html}`).not.toContain(MARIE.firstName);
    expect([await signIn(former), await signIn(wanted)]).toEqual([200, 401]);
    const followed = await follow(tokenIn(mail));
    expect([followed.status, followed.json()]).toEqual([200, { status: "done", address: "changed" }]);
    expect([await signIn(former), await signIn(wanted)]).toEqual([401, 200]);
    const session = (await client.get("/api/auth/get-session")).json<Session>();
    expect([session.user.email, session.isEmailConfirmed]).toEqual([wanted, true]);
    const told = await smtp.next();
    expect([told.envelope.to, told.subject]).toEqual([[former], CHANGED]);
    expect(`${told.text}${told.html}`).not.toContain(wanted);
  });

  test("comes of a link that is followed, not fetched, once, within the hour", async () => {
    const token = await askForToken();
    await server.client().get(`/confirm-email?token=${token}`);
    expect((await server.client().get(`${FOLLOW}?token=${token}`)).status).toBe(405);
    expect(await signIn(former)).toBe(200);
    const followed = await Promise.all(Array.from({ length: 6 }, () => follow(token)));
    expect(followed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    expectInvalidLink(await follow(token));
    await smtp.next();
    const late = await askForToken(`late-${count}@example.org`);
    now = new Date(now.getTime() + HOUR_MS);
    expectInvalidLink(await follow(late));
    expect(await signIn(wanted)).toBe(200);
  });

  test("is asked for with the password, so that a stolen session is not enough, and as it is stored", async () => {
    const wrong = await ask(wanted, "wrong-one");
    expect([wrong.status, wrong.json()["code"]]).toEqual([400, "account.wrong_own_password"]);
    expect((await client.post(OWN, { email: "nobody", password: "" })).json()).toMatchObject({
      errors: { email: "account.email_invalid", password: "field.required" },
    });
    expect((await server.client().post(OWN, { email: wanted, password: MARIE.password })).status).toBe(401);
    await follow(await askForToken(`  ${wanted.toUpperCase()} `.trim()));
    await smtp.next();
    expect(await signIn(wanted)).toBe(200);
  });

  test("that is somebody's gets the same response, and its owner a mail without a link", async () => {
    const other = `other-${count}@example.org`;
    await newcomer(other);
    const asked = await ask(other);
    expect([asked.status, asked.json()]).toEqual([202, { status: "done" }]);
    const mail = await smtp.next();
    expect([mail.envelope.to, mail.subject, tokenIn(mail)]).toEqual([[other], TAKEN, ""]);
    expect(`${mail.text}${mail.html}`).not.toContain(former);
    // As many rows are written as for one that is free.
    const links = server.database.kysely.selectFrom("address_change").select("email");
    expect(await links.where("user_id", "=", client.user.id).execute()).toEqual([{ email: other }]);
    expect([await signIn(former), await signIn(other)]).toEqual([200, 200]);
  });

  test("that was taken while the mail was under way stays whose it is", async () => {
    const token = await askForToken();
    await newcomer(wanted);
    expectInvalidLink(await follow(token));
    expect(await signIn(former)).toBe(200);
  });

  test("that is asked for last counts: the link before is void", async () => {
    const first = await askForToken();
    const second = await askForToken(`second-${count}@example.org`);
    expectInvalidLink(await follow(first));
    expect((await follow(second)).status).toBe(200);
    await smtp.next();
  });

  test("does not come of a link from before a new password, nor a new password of a reset from before it", async () => {
    const token = await askForToken();
    expect(await resetPassword(former, "nouveau-1")).toBe(200);
    expectInvalidLink(await follow(token));
    const again = server.client();
    await again.post(SIGN_IN, { email: former, password: "nouveau-1" });
    await server.client().post("/api/auth/request-password-reset", { email: former });
    const [, reset = ""] = RESET_LINK.exec((await smtp.next()).text ?? "") ?? [];
    expect((await ask(wanted, "nouveau-1", again)).status).toBe(202);
    expect((await follow(tokenIn(await smtp.next()))).status).toBe(200);
    await smtp.next();
    const late = await server.client().post("/api/auth/reset-password", { token: reset, newPassword: "nouveau-2" });
    expect(late.json()).toMatchObject({ code: "reset.link_invalid" });
  });

  test("is taken back by the former one's link, with every session ended and what was pending void", async () => {
    const back = await change();
    const pending = await askForToken(`third-${count}@example.org`);
    const other = await newcomer(`bystander-${count}@example.org`);
    const followed = await follow(back);
    expect([followed.status, followed.json()]).toEqual([200, { status: "done", address: "returned" }]);
    expect([await signIn(former), await signIn(wanted)]).toEqual([200, 401]);
    expect([(await client.get("/api/users")).status, (await other.get("/api/users")).status]).toEqual([401, 200]);
    expectInvalidLink(await follow(pending));
    expectInvalidLink(await follow(back));
  });

  test("is taken back for 72 hours", async () => {
    const back = await change();
    now = new Date(now.getTime() + 72 * HOUR_MS - 1);
    const again = `again-${count}@example.org`;
    expect((await register(server, { email: `x-${count}@example.org` })).user).toBeDefined();
    await smtp.next();
    expect((await follow(back)).status).toBe(200);
    await client.post(SIGN_IN, { email: former, password: MARIE.password });
    const second = await change(again);
    now = new Date(now.getTime() + 72 * HOUR_MS);
    expectInvalidLink(await follow(second));
    expect(await signIn(again)).toBe(200);
  });

  test("keeps the former one for its owner: nobody registers or asks for it meanwhile, but they themselves may", async () => {
    const back = await change();
    const taken = await server.client().post("/api/auth/sign-up/email", { ...MARIE, email: former });
    expect([taken.status, taken.json()["code"]]).toEqual([409, "account.email_taken"]);
    const thief = await newcomer(`thief-${count}@example.org`);
    expect((await ask(former, MARIE.password, thief)).status).toBe(202);
    const mail = await smtp.next();
    expect([mail.envelope.to, mail.subject]).toEqual([[former], TAKEN]);
    expect((await follow(await askForToken(former))).status).toBe(200);
    expect((await smtp.next()).envelope.to).toEqual([wanted]);
    expect((await follow(back)).status).toBe(200);
    expect(await signIn(former)).toBe(200);
  });

  test("is asked for five times in a quarter of an hour", async () => {
    for (let tries = 0; tries < 5; tries += 1) await askForToken(`many-${count}-${tries}@example.org`);
    expect((await ask()).status).toBe(429);
    const other = await newcomer(`busy-${count}@example.org`);
    expect((await ask(wanted, MARIE.password, other)).status).toBe(202);
    await smtp.next();
  });

  test("leaves no token in the database or the log", async () => {
    const token = await askForToken();
    const row = server.database.kysely.selectFrom("address_change").select("token_hash");
    const { token_hash: stored } = await row.where("user_id", "=", client.user.id).executeTakeFirstOrThrow();
    expectInvalidLink(await follow(stored));
    expect(stored).not.toContain(token);
    expect(server.log.join("")).not.toContain(token);
    expect(server.log.join("")).not.toContain(wanted);
  });

  describe("by an admin", () => {
    let admin: TestClient & Session;
    beforeEach(async () => {
      admin = await signInDefaultAdmin(server);
    });

    const askFor = (userId: string, email = wanted, by: TestClient = admin): Promise<Answer> =>
      by.post(`/api/users/${userId}/email`, { email });

    test("is confirmed by the person, and is in the journal without the address", async () => {
      expect((await askFor(client.user.id)).status).toBe(202);
      const mail = await smtp.next();
      expect([mail.envelope.to, mail.subject]).toEqual([[wanted], NEW_ADDRESS]);
      expect(await signIn(former)).toBe(200);
      const [line] = (await admin.get("/api/journal")).json<JournalEntry[]>();
      expect(line).toMatchObject({ act: { type: "user.address_change_asked" }, person: { id: client.user.id } });
      expect(JSON.stringify(line)).not.toContain(wanted);
      expect((await follow(tokenIn(mail))).status).toBe(200);
      expect((await smtp.next()).envelope.to).toEqual([former]);
      expect(await signIn(wanted)).toBe(200);
    });

    test("is refused for admins, whose account it would open, and for whom has none; and says what is taken", async () => {
      await admin.post("/api/users/admins", { email: former });
      const member = await newcomer(`member-${count}@example.org`);
      const answers = [
        await askFor(client.user.id),
        await askFor(client.user.id, wanted, client),
        await askFor(admin.user.id),
        await askFor("nobody"),
        await askFor(member.user.id, former),
        await askFor(client.user.id, wanted, member),
      ];
      expect(answers.map((answer) => [answer.status, answer.json()["code"]])).toEqual([
        [409, "reset.of_admin"],
        [409, "reset.of_admin"],
        [403, "account.built_in"],
        [404, "user.not_found"],
        [409, "account.email_taken"],
        [403, "request.forbidden"],
      ]);
    });

    test("does not open an account that got an admin's rights meanwhile", async () => {
      const token = await askForToken();
      await admin.post("/api/users/admins", { email: former });
      expectInvalidLink(await follow(token));
    });
  });
});
