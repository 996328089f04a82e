import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serverForAllTests, serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import {
  type Answer,
  EITHER_ENGINE,
  ENGINES,
  MARIE,
  register,
  signInDefaultAdmin,
} from "#test/support/server/test-server.ts";
import { type ArrivedMail, startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

const REQUEST = "/api/auth/request-password-reset";
const RESET = "/api/auth/reset-password";
const SIGN_IN = "/api/auth/sign-in/email";
const MINUTE_MS = 60_000;
const LINK = /(http:\/\/localhost:\d+)\/reset-password\?token=([\w-]{43})(?![\w-])/;
const NEW_PASSWORD = "nouveau-1";
const SUBJECT = "Réinitialisation de votre mot de passe Diapason";

function tokenIn({ text = "" }: Pick<ArrivedMail, "text">): string {
  return LINK.exec(text)?.[2] ?? "";
}

function expectInvalidLink(answer: Answer): void {
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    code: "reset.link_invalid",
    detail: "Ce lien n'est plus valable. Demandez-en un nouveau.",
  });
}

describe.each(ENGINES)("a forgotten password on %s", (engine) => {
  let smtp: TestSmtpServer;
  let now: Date;
  let count = 0;
  /** The address of the user of each test. */
  let email: string;

  beforeAll(async () => {
    smtp = await startTestSmtpServer({ subject: SUBJECT });
    now = new Date();
  });
  afterAll(() => smtp.stop());
  const server = serverForAllTests(engine, {
    settings: () => ({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, TRUSTED_PROXY: "127.0.0.1,::1" }),
    clock: () => now,
  });
  beforeEach(() => {
    count += 1;
    email = `person-${count}@example.org`;
  });

  function ask(address = email, from = "192.0.2.1"): Promise<Answer> {
    return server.client().post(REQUEST, { email: address }, { "x-forwarded-for": from });
  }

  async function askForToken(): Promise<string> {
    expect((await ask()).status).toBe(200);
    return tokenIn(await smtp.next());
  }

  function reset(token: string, newPassword = NEW_PASSWORD): Promise<Answer> {
    return server.client().post(RESET, { token, newPassword });
  }

  async function signInWith(password: string): Promise<number> {
    return (await server.client().post(SIGN_IN, { email, password })).status;
  }

  test("a link that is used twice at once works once", async () => {
    await register(server, { email });
    const token = await askForToken();
    const passwords = ["premier-1", "deuxieme-2", "troisieme-3"];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const statuses: number[] = [];
    for (const password of passwords) statuses.push(await signInWith(password));
    expect(statuses).toEqual(passwords.map((_, index) => (index === winner ? 200 : 401)));
  });

  test("a reset also ends sign-ins with the old password that are in progress", async () => {
    await register(server, { email });
    const token = await askForToken();
    const clients = Array.from({ length: 5 }, () => server.client());
    const signIns = clients.map((client) => client.post(SIGN_IN, { email, password: MARIE.password }));
    const resetting = reset(token);
    const later = clients.map(() => server.client().post(SIGN_IN, { email, password: MARIE.password }));
    expect((await resetting).status).toBe(200);
    await Promise.all([...signIns, ...later]);
    const { kysely } = server.database;
    const query = kysely.selectFrom("session").innerJoin("users", "users.id", "session.user_id").select("session.id");
    expect(await query.where("users.email", "=", email).execute()).toEqual([]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("gets a mail whose link, under the public address, sets a new one", async () => {
    await register(server, { email });
    const asked = await ask();
    expect([asked.status, asked.json()]).toEqual([200, { status: "done" }]);
    const mail = await smtp.next();
    expect(mail.envelope.to).toEqual([email]);
    expect(mail.subject).toBe(SUBJECT);
    expect(LINK.exec(mail.text ?? "")?.[1]).toBe(server.url);
    expect(LINK.exec(mail.html ?? "")?.[2]).toBe(tokenIn(mail));
    const changed = await reset(tokenIn(mail));
    expect([changed.status, changed.json()]).toEqual([200, { status: "done", email }]);
    expect([await signInWith(MARIE.password), await signInWith(NEW_PASSWORD)]).toEqual([401, 200]);
  });

  test("is asked for with the e-mail in any case", async () => {
    await register(server, { email });
    expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200);
    expect((await smtp.next()).envelope.to).toEqual([email]);
  });

  test("of an unknown e-mail is refused with an error of its own, and no mail is sent", async () => {
    const answer = await ask();
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({ code: "account.email_unknown", detail: "Adresse e-mail non trouvée." });
    expect(smtp.count()).toBe(0);
  });

  test.each([
    [{ email: "" }, "field.required"],
    [{}, "field.required"],
    [{ email: "nobody" }, "account.email_invalid"],
    [{ email: ["a@example.org"] }, "request.invalid"],
  ])("is not asked for with %j", async (body, code) => {
    const answer = await server.client().post(REQUEST, body);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ code: "request.invalid", errors: { email: code } });
  });

  test("of the default admin cannot be reset: it has none", async () => {
    await signInDefaultAdmin(server);
    expect((await ask("admin@diapason.example")).json()).toMatchObject({ code: "account.email_unknown" });
    expect(smtp.count()).toBe(0);
  });

  test("a link works once", async () => {
    await register(server, { email });
    const token = await askForToken();
    expect((await reset(token)).status).toBe(200);
    expectInvalidLink(await reset(token, "autre-mot"));
    expect(await signInWith(NEW_PASSWORD)).toBe(200);
  });

  test("a link is valid for one hour", async () => {
    await register(server, { email });
    const first = await askForToken();
    now = new Date(now.getTime() + 60 * MINUTE_MS - 1);
    expect((await reset(first)).status).toBe(200);
    const second = await askForToken();
    now = new Date(now.getTime() + 60 * MINUTE_MS);
    expectInvalidLink(await reset(second, "trop-tard"));
    expect(await signInWith(NEW_PASSWORD)).toBe(200);
  });

  test("a new link replaces the earlier one", async () => {
    await register(server, { email });
    const first = await askForToken();
    const second = await askForToken();
    expect(second).not.toBe(first);
    expectInvalidLink(await reset(first));
    expect((await reset(second)).status).toBe(200);
  });

  test("a link of a deleted account is not valid", async () => {
    const { user } = await register(server, { email });
    const token = await askForToken();
    const admin = await signInDefaultAdmin(server);
    expect((await admin.send("DELETE", `/api/users/${user.id}`)).status).toBe(204);
    expectInvalidLink(await reset(token));
    await register(server, { email });
    expectInvalidLink(await reset(token));
  });

  test.each(["", "A".repeat(43), "é\u0000", "x".repeat(10_000)])(
    "a made-up link is not valid: %.50s",
    async (token) => {
      expectInvalidLink(await reset(token));
    },
  );

  test("a password that is too short is refused, and the link stays valid", async () => {
    await register(server, { email });
    const token = await askForToken();
    const short = await reset(token, "12345");
    expect(short.status).toBe(422);
    expect(short.json()).toMatchObject({ errors: { newPassword: "account.password_too_short" } });
    expect((await reset(token, "x".repeat(129))).json()).toMatchObject({ errors: { newPassword: "field.too_long" } });
    expect((await reset(token, "123456")).status).toBe(200);
  });

  test("a reset ends every session of the person, and nobody else's", async () => {
    const here = await register(server, { email });
    const there = server.client();
    await there.post(SIGN_IN, { email, password: MARIE.password, rememberMe: true });
    const other = await register(server, { email: `other-${email}` });
    const token = await askForToken();
    const clients = [here, there, other];
    const statuses = () => Promise.all(clients.map(async (client) => (await client.get("/api/users")).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await reset(token);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  test("a reset lets in a user who was locked out by wrong passwords", async () => {
    await register(server, { email });
    for (let tries = 0; tries < 10; tries += 1) await signInWith("oublie");
    expect(await signInWith(MARIE.password)).toBe(429);
    await reset(await askForToken());
    expect(await signInWith(NEW_PASSWORD)).toBe(200);
  });

  test("the stored hash of a link does not open anything", async () => {
    await register(server, { email });
    const token = await askForToken();
    const { token_hash: hash } = await server.database.kysely
      .selectFrom("password_reset")
      .innerJoin("users", "users.id", "password_reset.user_id")
      .select("token_hash")
      .where("users.email", "=", email)
      .executeTakeFirstOrThrow();
    expect(hash).not.toContain(token);
    expectInvalidLink(await reset(hash));
    expect(server.log.join("")).not.toContain(token);
    expect(server.log.join("")).not.toContain(email);
  });

  test("one account gets at most five mails in fifteen minutes for one IP address, and twenty in an hour", async () => {
    await register(server, { email });
    for (let times = 0; times < 5; times += 1) await askForToken();
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("900");
    expect(refused.json()).toMatchObject({ detail: "Trop d'essais. Réessayez dans 900 secondes." });
    for (let times = 0; times < 14; times += 1) {
      expect((await ask(email, `198.51.100.${times}`)).status).toBe(200);
      await smtp.next();
    }
    // The refused call was counted, too.
    expect((await ask(email, "198.51.100.99")).status).toBe(429);
    now = new Date(now.getTime() + 61 * MINUTE_MS);
    expect((await ask()).status).toBe(200);
    await smtp.next();
  });

  test("one IP address can ask at most fifty times in ten minutes whether an e-mail has an account", async () => {
    const answers: number[] = [];
    for (let times = 0; times < 51; times += 1) {
      answers.push((await ask(`unknown-${times}@example.org`, "203.0.113.1")).status);
    }
    expect(answers).toEqual([...Array.from({ length: 50 }, () => 404), 429]);
  });

  test("expired links are deleted", async () => {
    await register(server, { email });
    await askForToken();
    now = new Date(now.getTime() + 61 * MINUTE_MS);
    await server.restart();
    expect(await server.database.kysely.selectFrom("password_reset").selectAll().execute()).toEqual([]);
  });
});

describe.each(EITHER_ENGINE)("the mail of a forgotten password on %s", (engine) => {
  test("becomes a file without MAIL_URL, written before the server ends", async () => {
    const server = await serverForThisTest(engine, { settings: { BASE_URL: "https://planning.example.org" } });
    const client = server.client();
    const site = { host: "planning.example.org", origin: "https://planning.example.org" };
    await client.post("/api/auth/sign-up/email", MARIE, site);
    expect((await client.post(REQUEST, { email: MARIE.email }, site)).status).toBe(200);
    await server.stop();
    const outbox = join(server.environment["DATA_DIR"] ?? "", "outbox");
    const files = await readdir(outbox);
    const mails = await Promise.all(
      files.map(async (file) => ({ file, ...(await PostalMime.parse(await readFile(join(outbox, file)))) })),
    );
    const [mail, ...others] = mails.filter(({ subject }) => subject === SUBJECT);
    expect(others).toEqual([]);
    expect(mail?.to).toMatchObject([{ name: "Marie Petit", address: MARIE.email }]);
    expect(mail?.text).toMatch(/^https:\/\/planning\.example\.org\/reset-password\?token=[\w-]{43}$/m);
    expect(server.log.join("")).toContain(mail?.file);
  });

  test("that cannot be sent fails no request: the log says so, and names nobody", async () => {
    const smtp = await startTestSmtpServer();
    await smtp.stop();
    const server = await serverForThisTest(engine, { settings: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` } });
    await register(server);
    const answer = await server.client().post(REQUEST, { email: MARIE.email });
    expect(answer.status).toBe(200);
    await server.stop();
    const delayed = server.log.filter((line) => line.includes("mail delayed") && line.includes("password-reset"));
    expect(delayed).toHaveLength(1);
    expect(server.log.join("")).not.toMatch(/marie|token=|reset-password\?/i);
  });

  test("keeps no request waiting while its server is silent", async () => {
    const gate = Promise.withResolvers<void>();
    const smtp = await startTestSmtpServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      async onConnect(_session, letIn) {
        await gate.promise;
        letIn();
      },
    });
    const server = await serverForThisTest(engine, { settings: { MAIL_URL: `smtp://127.0.0.1:${smtp.port}` } });
    await register(server);
    expect((await server.client().post(REQUEST, { email: MARIE.email })).status).toBe(200);
    expect(smtp.count()).toBe(0);
    gate.resolve();
    expect((await smtp.next()).envelope.to).toEqual([MARIE.email]);
    await server.stop();
    await smtp.stop();
  });
});
