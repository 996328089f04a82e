import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serverForThisTest } from "#test/support/server/test-lifetimes.ts";
import { addPerson, createTestMailer, LINK, mailTo, type TestMailer } from "#test/support/server/test-mailer.ts";
import {
  EITHER_ENGINE,
  ENGINES,
  newEnvironment,
  register,
  removeData,
  settingsOf,
} from "#test/support/server/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { type Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { retryDelay } from "../jobs/job-failure.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test("retries come after ten seconds, then twice as late each time, and at last every ten minutes", () => {
  const delays = Array.from({ length: 9 }, (_, index) => retryDelay(index + 1) / 1000);
  expect(delays).toEqual([10, 20, 40, 80, 160, 320, 600, 600, 600]);
});

describe.each(ENGINES)("mails that wait on %s", (engine) => {
  let environment: Record<string, string>;
  let database: Database;
  let now: Date;
  let log: string[];
  let mailers: TestMailer[];
  let smtpServers: TestSmtpServer[];

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    await addPerson(database, "elise");
    now = new Date("2026-11-20T12:00:00Z");
    log = [];
    mailers = [];
    smtpServers = [];
  });
  afterEach(async () => {
    await Promise.all(mailers.map((mailer) => mailer.close()));
    await Promise.all(smtpServers.map((smtp) => smtp.stop()));
    await database.close();
    await removeData(environment);
  });

  async function startSmtp(port?: number): Promise<TestSmtpServer> {
    const smtp = await startTestSmtpServer({}, port);
    smtpServers.push(smtp);
    return smtp;
  }

  /** The port of a stopped mail server, on which a new one can start. */
  async function portOfServerThatIsDown(): Promise<number> {
    const smtp = await startTestSmtpServer();
    await smtp.stop();
    return smtp.port;
  }

  function startMailer(port: number, secret?: string): TestMailer {
    const settings = { ...environment, MAIL_URL: `smtp://127.0.0.1:${port}` };
    const mailer = createTestMailer({ database, settings, log, clock: () => now, ...(secret && { secret }) });
    mailers.push(mailer);
    return mailer;
  }

  function pass(milliseconds: number): void {
    now = new Date(now.getTime() + milliseconds);
  }

  async function keep(mailer: TestMailer, address = "elise@example.org"): Promise<void> {
    await database.kysely
      .transaction()
      .execute((transaction) => mailer.enqueue(transaction, mailTo(address, new Date(now.getTime() + HOUR_MS))));
  }

  /** Stores a mail that no process has tried to send. */
  async function keepUntried(secret?: string): Promise<void> {
    const mailer = startMailer(await portOfServerThatIsDown(), secret);
    await mailer.close();
    await keep(mailer);
  }

  function messages(): unknown[] {
    return log.map((line) => (JSON.parse(line) as { msg: string }).msg);
  }

  async function logged(message: string, count = 1): Promise<Record<string, unknown>> {
    await expect.poll(() => messages().filter((msg) => msg === message).length).toBe(count);
    return JSON.parse(log.findLast((line) => line.includes(message)) ?? "") as Record<string, unknown>;
  }

  async function waiting(): Promise<number> {
    return (await database.kysely.selectFrom("job").select("id").execute()).length;
  }

  test("of a process that was killed while it sent are taken over two minutes later", async () => {
    const smtp = await startSmtp();
    await keepUntried();
    // The row of a claimed mail whose process was killed.
    const due = { due_at: new Date(now.getTime() + 2 * MINUTE_MS), claimed_at: now, tries: 1 };
    await database.kysely.updateTable("job").set(due).execute();
    pass(2 * MINUTE_MS - 1);
    await startMailer(smtp.port).close();
    expect(smtp.count()).toBe(0);
    pass(1);
    startMailer(smtp.port);
    await smtp.next();
    expect(await logged("mail sent")).toMatchObject({ attempts: 2 });
  });

  test("are not there when what they belong to was not written", async () => {
    const mailer = startMailer(await portOfServerThatIsDown());
    const writing = database.kysely.transaction().execute(async (transaction) => {
      await mailer.enqueue(transaction, mailTo("elise@example.org", new Date(now.getTime() + HOUR_MS)));
      throw new Error("no");
    });
    await expect(writing).rejects.toThrow("no");
    expect(await waiting()).toBe(0);
  });

  test("leave once, whoever is faster of several processes", async () => {
    const smtp = await startSmtp();
    const addresses = Array.from({ length: 20 }, (_, number) => `musician-${number}@example.org`);
    for (const address of addresses) await addPerson(database, address.split("@")[0] ?? "");
    const down = startMailer(await portOfServerThatIsDown());
    await down.close();
    for (const address of addresses) await keep(down, address);
    const others = engine === "postgres" ? [await openDatabase(settingsOf(environment))] : [];
    const settings = { ...environment, MAIL_URL: `smtp://127.0.0.1:${smtp.port}` };
    for (const connection of [database, database, ...others]) {
      mailers.push(createTestMailer({ database: connection, settings, log, clock: () => now }));
    }
    await logged("mail sent", 20);
    const arrived = await Promise.all(addresses.map(() => smtp.next()));
    expect(arrived.map(({ envelope }) => envelope.to.join()).toSorted()).toEqual(addresses.toSorted());
    await Promise.all(mailers.map((mailer) => mailer.close()));
    await Promise.all(others.map((other) => other.close()));
    expect([smtp.count(), await waiting()]).toEqual([0, 0]);
  });

  test("outlive a database that is gone for a while", async () => {
    await keepUntried();
    const smtp = await startSmtp();
    const { kysely } = database;
    await kysely.schema.alterTable("job").renameTo("elsewhere").execute();
    const mailer = startMailer(smtp.port);
    await expect.poll(messages).toContain("jobs cannot be read");
    await kysely.schema.alterTable("elsewhere").renameTo("job").execute();
    /** A look that began before may still fail. */
    function arrived() {
      mailer.wake();
      return smtp.count();
    }
    await expect.poll(arrived).toBe(1);
    expect((await smtp.next()).envelope.to).toEqual(["elise@example.org"]);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("replace an earlier one of their kind to the same person, unless they are distinct", async () => {
    const mailer = startMailer(await portOfServerThatIsDown());
    await keep(mailer);
    await keep(mailer);
    expect(await waiting()).toBe(1);
    const mail = mailTo("elise@example.org", new Date(now.getTime() + HOUR_MS));
    for (const distinct of ["a", "b"]) await mailer.enqueue(database.kysely, { ...mail, distinct });
    expect(await waiting()).toBe(3);
  });

  test("leave when the server that was down is back, after one try each time that they are due", async () => {
    const port = await portOfServerThatIsDown();
    const mailer = startMailer(port);
    await keep(mailer);
    mailer.wake();
    expect(await logged("mail delayed", 1)).toMatchObject({ attempts: 1, reason: "ESOCKET", retryInSeconds: 10 });
    pass(10_000);
    mailer.wake();
    expect(await logged("mail delayed", 2)).toMatchObject({ attempts: 2, retryInSeconds: 20 });
    const smtp = await startSmtp(port);
    pass(20_000);
    mailer.wake();
    const mail = await smtp.next();
    expect(mail.envelope.to).toEqual(["elise@example.org"]);
    expect(mail.text).toContain(LINK);
    // The time when the mail was written, not when it was sent.
    expect(mail.date).toBe("2026-11-20T12:00:00.000Z");
    expect(await logged("mail sent")).toMatchObject({ attempts: 3 });
    // Removed after that.
    await expect.poll(waiting).toBe(0);
  });

  test("that are not due yet are left alone", async () => {
    const port = await portOfServerThatIsDown();
    const mailer = startMailer(port);
    await keep(mailer);
    mailer.wake();
    await logged("mail delayed");
    const smtp = await startSmtp(port);
    pass(9_999);
    mailer.wake();
    await mailer.close();
    expect([smtp.count(), await waiting()]).toEqual([0, 1]);
  });

  test("outlive the process: the next start sends them", async () => {
    const port = await portOfServerThatIsDown();
    const first = startMailer(port);
    await keep(first);
    await first.close();
    const smtp = await startSmtp(port);
    pass(10_000);
    startMailer(port);
    expect((await smtp.next()).envelope.to).toEqual(["elise@example.org"]);
    await logged("mail sent");
  });

  test("are one a person: a newer link's takes the place of the one that has not left", async () => {
    const port = await portOfServerThatIsDown();
    const mailer = startMailer(port);
    await keep(mailer);
    await keep(mailer);
    expect(await waiting()).toBe(1);
  });

  test("to somebody who was deleted are dropped, with a word in the log", async () => {
    await keepUntried();
    await database.kysely.deleteFrom("users").where("id", "=", "elise").execute();
    const smtp = await startSmtp();
    startMailer(smtp.port);
    expect(await logged("mail given up")).toMatchObject({ reason: "account deleted", kind: "password-reset" });
    expect([smtp.count(), await waiting()]).toEqual([0, 0]);
  });

  test("whose link is no longer good are dropped, with a word in the log", async () => {
    await keepUntried();
    pass(HOUR_MS);
    const smtp = await startSmtp();
    startMailer(smtp.port);
    expect(await logged("mail given up")).toMatchObject({ reason: "expired" });
    expect([smtp.count(), await waiting()]).toEqual([0, 0]);
  });

  test("sealed under another secret are dropped, with a word in the log", async () => {
    await keepUntried("the former secret, long enough");
    const smtp = await startSmtp();
    startMailer(smtp.port);
    expect(await logged("mail given up")).toMatchObject({ reason: "sealed under another secret" });
    expect(smtp.count()).toBe(0);
  });

  test("show nobody who reads the database to whom they go, or what link they hold", async () => {
    await keepUntried();
    const rows = JSON.stringify(await database.kysely.selectFrom("job").selectAll().execute());
    const decoded = rows.replaceAll(/[\w-]{80,}/g, (sealed) => Buffer.from(sealed, "base64url").toString("latin1"));
    for (const secret of ["example.org", "Fontaine", "Ab_-", "reset-password"]) expect(decoded).not.toContain(secret);
  });

  test("keep their id at each try", async () => {
    await keepUntried();
    const [row] = await database.kysely.selectFrom("job").select("id").execute();
    await startMailer(await portOfServerThatIsDown()).close();
    await logged("mail delayed");
    pass(10_000);
    const smtp = await startSmtp();
    startMailer(smtp.port);
    expect((await smtp.next()).messageId).toBe(`<${row?.id}@localhost>`);
  });
});

describe.each(EITHER_ENGINE)("a forgotten password while the mail server is down, on %s", (engine) => {
  test("is answered at once, and its mail leaves when that server is back", async () => {
    const down = await startTestSmtpServer();
    await down.stop();
    let now = new Date();
    const settings = { MAIL_URL: `smtp://127.0.0.1:${down.port}` };
    const server = await serverForThisTest(engine, { settings, clock: () => now });
    await register(server, { email: "marie@example.org" });
    const answer = await server.client().post("/api/auth/request-password-reset", { email: "marie@example.org" });
    expect(answer.status).toBe(200);
    await expect.poll(() => server.log.join("")).toContain("mail delayed");
    const smtp = await startTestSmtpServer({}, down.port);
    now = new Date(now.getTime() + MINUTE_MS);
    await server.restart();
    expect((await smtp.next()).envelope.to).toEqual(["marie@example.org"]);
    await server.stop();
    await smtp.stop();
  });
});
