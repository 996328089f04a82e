import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addPerson, createTestMailer, mailTo, type TestMailer } from "#test/support/server/test-mailer.ts";
import { EITHER_ENGINE, ENGINES, newEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import type { MailContent } from "#text/mails/mails.ts";
import { type Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { addJobs } from "../jobs/write-jobs.ts";
import type { MailToSend } from "./mail.ts";

const CONTENT: MailContent = { subject: "Rappel", opening: ["Bonjour,"], closing: [] };
const DAY_MS = 24 * 60 * 60_000;

type SmtpOptions = Parameters<typeof startTestSmtpServer>[0];

describe.each(ENGINES)("messages that are written when they leave, on %s", (engine) => {
  let environment: Record<string, string>;
  let database: Database;
  let now: Date;
  let log: string[];
  let refused: string[];
  let written: Partial<MailToSend>;
  let mailers: TestMailer[];
  let smtpServers: TestSmtpServer[];

  beforeEach(async () => {
    environment = await newEnvironment(engine);
    database = await openDatabase(settingsOf(environment));
    await migrate(database);
    for (const id of ["elise", "paul", "ines"]) await addPerson(database, id);
    now = new Date("2026-11-20T12:00:00Z");
    [log, refused, mailers, smtpServers] = [[], [], [], []];
    written = {};
  });
  afterEach(async () => {
    await Promise.all(mailers.map((mailer) => mailer.close()));
    await Promise.all(smtpServers.map((smtp) => smtp.stop()));
    await database.close();
    await removeData(environment);
  });

  async function startSmtp(options?: SmtpOptions, port?: number): Promise<TestSmtpServer> {
    const smtp = await startTestSmtpServer(options, port);
    smtpServers.push(smtp);
    return smtp;
  }

  /** A process whose messages go to the people named by their jobs' subjects. */
  function startProcess(port: number): TestMailer {
    const mailer = createTestMailer({
      database,
      settings: { ...environment, MAIL_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Diapason <planning@example.org>" },
      log,
      clock: () => now,
      onRefused: async (address) => void refused.push(address),
      handlersOf: ({ send }) => ({
        message: {
          type: "delivery",
          run: ({ id, subject, createdAt }) =>
            send({
              id,
              userId: subject,
              to: { name: "Élise Fontaine", address: `${subject}@example.org` },
              content: CONTENT,
              date: createdAt,
              ...written,
            }),
        },
      }),
    });
    mailers.push(mailer);
    return mailer;
  }

  async function add(...subjects: string[]): Promise<void> {
    const jobs = subjects.map((subject) => ({ kind: "message" as const, subject, dueAt: now }));
    await addJobs(database, jobs, now);
  }

  async function waiting(): Promise<{ readonly subject: string; readonly last_error: string | null }[]> {
    return database.kysely.selectFrom("job").select(["subject", "last_error"]).orderBy("subject").execute();
  }

  async function allWaiting(): Promise<unknown> {
    await expect.poll(() => log.join("")).toContain("delayed");
    return waiting();
  }

  test("to somebody who was deleted meanwhile do not leave", async () => {
    const smtp = await startSmtp();
    await add("nobody");
    startProcess(smtp.port);
    await expect.poll(waiting).toEqual([]);
    expect(log.join("")).toContain("account deleted");
    expect(smtp.count()).toBe(0);
  });

  // No engine decides what follows: each statement behind it runs on PostgreSQL in other tests as well.
  if (!EITHER_ENGINE.includes(engine)) return;

  test("belong to the conversation of their event, and can be stopped by one click", async () => {
    const smtp = await startSmtp();
    const unsubscribeUrl = `https://planning.example.org/unsubscribe?t=${"Ab_-".repeat(60)}`;
    written = { thread: "event-7", unsubscribeUrl };
    await add("elise");
    startProcess(smtp.port);
    const mail = await smtp.next();
    expect(mail).toMatchObject({ inReplyTo: "<event-event-7@example.org>", references: "<event-event-7@example.org>" });
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toBe(`<${unsubscribeUrl}>`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail.date).toBe("2026-11-20T12:00:00.000Z");
  });

  test.each([
    "Culte\r\nBcc: victim@example.org",
    "Culte\n\nBody",
    "Culte\u2028Bcc: victim@example.org\u0085\u0000",
    "=?utf-8?q?Culte?= =0D=0ABcc: victim@example.org",
  ])("keep their headers, whatever an event is called: %j", async (name) => {
    const smtp = await startSmtp();
    written = { content: { ...CONTENT, subject: name, events: [{ name, when: "demain", place: name }] } };
    await add("elise");
    startProcess(smtp.port);
    const mail = await smtp.next();
    expect(mail.envelope.to).toEqual(["elise@example.org"]);
    expect(mail.bcc ?? []).toEqual([]);
    const keys = ["content-type", "date", "from", "message-id", "mime-version", "subject", "to"];
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(["auto-submitted", ...keys]);
  });

  test("leave after all letters that somebody waits for", async () => {
    const smtp = await startSmtp();
    await add("elise", "paul");
    const stopped = startProcess(smtp.port);
    await stopped.close();
    await Promise.all([smtp.next(), smtp.next()]);
    now = new Date(now.getTime() + 1000);
    await add("elise", "paul");
    await stopped.enqueue(database.kysely, mailTo("ines@example.org", new Date(now.getTime() + DAY_MS)));
    startProcess(smtp.port);
    const arrived = [await smtp.next(), await smtp.next(), await smtp.next()];
    expect(arrived.map(({ envelope }) => envelope.to[0])).toEqual([
      "ines@example.org",
      "elise@example.org",
      "paul@example.org",
    ]);
  });

  test("leave one after another, however slowly the server accepts them", async () => {
    let open = 0;
    let most = 0;
    const smtp = await startSmtp({
      onMailFrom(_address, _session, callback) {
        open += 1;
        most = Math.max(most, open);
        callback();
      },
      onRcptTo(_address, _session, callback) {
        setTimeout(() => {
          open -= 1;
          callback();
        }, 50);
      },
    });
    await add("elise", "paul", "ines");
    startProcess(smtp.port);
    await Promise.all([smtp.next(), smtp.next(), smtp.next()]);
    expect(most).toBe(1);
  });

  test.each([
    ["550 5.1.1 no such user", true],
    ["550 no such user", true],
    ["550 5.2.1 mailbox disabled", true],
    ["552 5.2.2 mailbox full", false],
    ["554 5.7.1 relay access denied", false],
    ["550 5.1.8 sender's domain unknown", false],
  ])("to a recipient refused by « %s » end, and the others leave: a refused address %s", async (answer, isAddress) => {
    const smtp = await startSmtp({
      onRcptTo({ address }, _session, callback) {
        const [code = "", ...words] = answer.split(" ");
        const error = Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
        callback(address === "paul@example.org" ? error : null);
      },
    });
    await add("elise", "ines", "paul");
    startProcess(smtp.port);
    await Promise.all([smtp.next(), smtp.next()]);
    await expect.poll(waiting).toEqual([]);
    expect(log.join("")).toContain("message given up");
    expect(refused).toEqual(isAddress ? ["paul@example.org"] : []);
  });

  test("whose connection breaks before the answer are tried again, under the same Message-ID", async () => {
    const broken: string[] = [];
    const losing = await startSmtp({
      onData(stream) {
        stream.on("data", (chunk: Buffer) => broken.push(chunk.toString()));
        stream.on("end", () => losing.cutOff());
      },
    });
    await add("elise");
    const first = startProcess(losing.port);
    expect(await allWaiting()).toHaveLength(1);
    await first.close();
    const smtp = await startSmtp();
    now = new Date(now.getTime() + 10_000);
    startProcess(smtp.port);
    const { messageId = "no id" } = await smtp.next();
    expect(broken.join("")).toContain(messageId);
  });

  test("wait for a server that is down for two days, and leave once it is back", async () => {
    const down = await startTestSmtpServer();
    await down.stop();
    await add("elise", "paul");
    const process = startProcess(down.port);
    const failedTries = () => log.filter((line) => line.includes("delayed")).length;
    for (let tries = 1; tries <= 12; tries += 1) {
      await expect.poll(failedTries).toBe(2 * tries);
      now = new Date(now.getTime() + DAY_MS / 6);
      process.wake();
    }
    // A try that fails after the clock moved would be due again only later.
    await expect.poll(failedTries).toBe(26);
    expect((await waiting()).map(({ last_error }) => last_error)).toEqual(
      Array.from({ length: 2 }, () => '{"reason":"ESOCKET"}'),
    );
    const smtp = await startSmtp({}, down.port);
    now = new Date(now.getTime() + 10 * 60_000);
    process.wake();
    const arrived = [await smtp.next(), await smtp.next()];
    expect(arrived.map(({ envelope }) => String(envelope.to[0])).toSorted()).toEqual([
      "elise@example.org",
      "paul@example.org",
    ]);
  });
});
