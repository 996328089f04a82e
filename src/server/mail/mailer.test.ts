import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Email } from "#contract/accounts/account-fields.ts";
import { addPerson, createTestMailer, LINK, mailTo, type TestMailer } from "#test/support/server/test-mailer.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Mail } from "./mail.ts";

const NOW = new Date("2026-11-20T12:34:56.789Z");
const RIGHTS = 0o777;

let dataDir: string;
let database: Database;
let log: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "diapason-mail-"));
  database = await openDatabase({ databaseUrl: null, dataDir: join(dataDir, "database") });
  await migrate(database);
  await addPerson(database, "elise");
  log = [];
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

function elise(name?: string): Mail {
  return mailTo("elise@example.org", new Date(NOW.getTime() + 60_000), name);
}

function mailerWith(settings: Record<string, string> = {}): TestMailer {
  return createTestMailer({ settings: { DATA_DIR: dataDir, ...settings }, database, log, clock: () => NOW });
}

async function startSmtp(options?: Parameters<typeof startTestSmtpServer>[0]): Promise<TestSmtpServer> {
  const smtp = await startTestSmtpServer(options);
  onTestFinished(() => smtp.stop());
  return smtp;
}

/** Sends one mail, and waits for the end of the attempt. */
async function send(settings: Record<string, string>, mail = elise()): Promise<void> {
  const mailer = mailerWith(settings);
  await mailer.enqueue(database.kysely, mail);
  mailer.wake();
  await mailer.close();
}

async function keep(mailer: TestMailer, address: string): Promise<void> {
  const mail = mailTo(address, new Date(NOW.getTime() + 60_000));
  await addPerson(database, mail.userId);
  await mailer.enqueue(database.kysely, mail);
}

function logged(): Record<string, unknown>[] {
  return log.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function expectNoSecret(): void {
  for (const secret of ["elise", "Élise", "example.org", "token", "Ab_-", "pass-word"]) {
    expect(log.join("")).not.toContain(secret);
  }
}

function expectNoSecretButId(messageId = ""): void {
  log = log.map((line) => line.replace(messageId, ""));
  expectNoSecret();
}

describe("by SMTP", () => {
  test("a mail leaves from and for accented domains, in the form that every mail server knows", async () => {
    const smtp = await startSmtp();
    const settings = { MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: "Équipe <planning@société.fr>" };
    await send(settings, mailTo(Email.parse("elise@église.fr"), new Date(NOW.getTime() + 60_000)));
    const mail = await smtp.next();
    expect(mail.raw).toContain("<planning@xn--socit-esab.fr>");
    expect(mail.raw).toContain("<elise@xn--glise-9ra.fr>");
    expect(mail.messageId).toMatch(/^<[^@\s]+@xn--socit-esab\.fr>$/);
    // eslint-disable-next-line no-control-regex
    expect(mail.raw).toMatch(/^[\x00-\x7f]*$/);
  });

  test("a mail arrives in French, as text and as HTML, from MAIL_FROM, with its date and id", async () => {
    const smtp = await startSmtp();
    await send({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: "Équipe Diapason <planning@example.org>" });
    const mail = await smtp.next();
    expect(mail.envelope).toEqual({ from: "planning@example.org", to: ["elise@example.org"] });
    expect(mail.from).toMatchObject({ name: "Équipe Diapason", address: "planning@example.org" });
    expect(mail.to).toMatchObject([{ name: "Élise Fontaine", address: "elise@example.org" }]);
    expect(mail.subject).toBe("Réinitialisation de votre mot de passe Diapason");
    expect(mail.text).toContain("Ce lien est valable une heure et ne sert qu'une fois.");
    expect(mail.text).toContain(`en suivant ce lien\u00a0:\n\n${LINK}\n\n`);
    expect(mail.html).toContain(`<a href="${LINK}" class="c-on-primary`);
    expect(mail.html).toContain("Vous avez demandé un nouveau mot de passe");
    expect(mail.date).toBe("2026-11-20T12:34:56.000Z");
    expect(mail.messageId).toMatch(/^<[^@\s]+@example\.org>$/);
    expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
    // Accents are encoded, because some mail servers on the way accept only ASCII.
    // eslint-disable-next-line no-control-regex
    expect(mail.raw).toMatch(/^[\x00-\x7f]*$/);
    expect(logged()).toMatchObject([{ kind: "password-reset", messageId: mail.messageId, msg: "mail sent" }]);
    expectNoSecretButId(mail.messageId);
  });

  test.each([
    "Eve\r\nBcc: victim@example.org",
    "Eve\nBcc: victim@example.org\n\nBody",
    "Eve\u2028Bcc: victim@example.org\u0085\u0000",
    'Eve" <victim@example.org>, "Eve',
    "Eve <victim@example.org>, victim@example.org",
    "=?utf-8?q?Eve?= =0D=0ABcc: victim@example.org",
    "\u202eEve 🎸 " + "long ".repeat(60),
  ])("a name adds no header and no recipient: %j", async (name) => {
    const smtp = await startSmtp();
    await send({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}` }, elise(name));
    const mail = await smtp.next();
    expect(mail.envelope.to).toEqual(["elise@example.org"]);
    expect(mail.to?.map(({ address }) => address)).toEqual(["elise@example.org"]);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(mail.text).toContain(LINK);
  });

  test("the user and the password of MAIL_URL are used, decoded", async () => {
    const seen: unknown[] = [];
    const smtp = await startSmtp({
      disabledCommands: ["STARTTLS"],
      onAuth({ username, password }, _session, callback) {
        seen.push([username, password]);
        callback(null, { user: username });
      },
    });
    await send({ MAIL_URL: `smtp://team%40example.org:pass-word%2F%3A@127.0.0.1:${smtp.port}` });
    expect((await smtp.next()).envelope.to).toEqual(["elise@example.org"]);
    expect(seen).toEqual([["team@example.org", "pass-word/:"]]);
  });

  test("smtps:// is encrypted from the start, and refuses a certificate that nobody vouches for", async () => {
    const smtp = await startSmtp({ secure: true });
    await send({ MAIL_URL: `smtps://127.0.0.1:${smtp.port}` });
    expect(logged()).toMatchObject([{ msg: "mail delayed" }]);
    expect(smtp.count()).toBe(0);
    await send({ MAIL_URL: `smtps://127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false` });
    expect(smtp.count()).toBe(1);
  });

  test("several at once all arrive", async () => {
    const smtp = await startSmtp();
    const mailer = mailerWith({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}` });
    const addresses = Array.from({ length: 12 }, (_, number) => `musician-${number}@example.org`);
    for (const address of addresses) await keep(mailer, address);
    mailer.wake();
    const arrived = await Promise.all(addresses.map(() => smtp.next()));
    expect(arrived.map(({ envelope }) => envelope.to.join()).toSorted()).toEqual(addresses.toSorted());
    await mailer.close();
  });

  test("a server that is down delays the mail, and the log says so without naming anybody", async () => {
    const smtp = await startTestSmtpServer();
    await smtp.stop();
    await send({ MAIL_URL: `smtp://team:pass-word@127.0.0.1:${smtp.port}` });
    expect(logged()).toMatchObject([
      { level: 40, kind: "password-reset", reason: "ESOCKET", retryInSeconds: 10, msg: "mail delayed" },
    ]);
    expectNoSecret();
  });

  test("a recipient or a password that the server refuses is told by its codes alone", async () => {
    const refusing = await startSmtp({
      disabledCommands: ["AUTH", "STARTTLS"],
      onRcptTo: ({ address }, _session, callback) => callback(new Error(`no such person here: ${address}`)),
    });
    await send({ MAIL_URL: `smtp://127.0.0.1:${refusing.port}` });
    const closed = await startSmtp({
      disabledCommands: ["STARTTLS"],
      onAuth: ({ username, password }, _session, callback) => callback(new Error(`${username} ${password} refused`)),
    });
    await send({ MAIL_URL: `smtp://elise:pass-word@127.0.0.1:${closed.port}` });
    expect(logged()).toMatchObject([
      { level: 50, reason: "EENVELOPE", responseCode: 550, msg: "mail given up" },
      { level: 40, reason: "EAUTH", responseCode: 535, msg: "mail delayed" },
    ]);
    expectNoSecret();
  });

  test("a server that never answers does not keep the process from ending, and the mail waits for the next start", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    await send({ MAIL_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    // The delivery was aborted. The library's own time limit would give ETIMEDOUT.
    expect(logged()).toMatchObject([{ level: 40, reason: "ECONNECTION", msg: "mail delayed" }]);
  });
});

async function files(): Promise<string[]> {
  return (await readdir(join(dataDir, "outbox"))).toSorted();
}

function readMail(file: string): Promise<Buffer> {
  return readFile(join(dataDir, "outbox", file));
}

describe("without MAIL_URL", () => {
  test("each mail becomes a file that any mail program opens, and an editor shows its link whole", async () => {
    await send({});
    const [file = "", ...others] = await files();
    expect(others).toEqual([]);
    expect(file).toMatch(/^2026-11-20T12-34-56-789Z-\d{6}-[\da-f]{8}\.eml$/);
    const raw = await readMail(file);
    const mail = await PostalMime.parse(raw);
    expect(mail.from).toMatchObject({ name: "Diapason", address: "diapason@localhost" });
    expect(mail.to).toMatchObject([{ name: "Élise Fontaine", address: "elise@example.org" }]);
    expect(mail.subject).toBe("Réinitialisation de votre mot de passe Diapason");
    expect(mail.text).toContain(`Choisissez-le en suivant ce lien\u00a0:\n\n${LINK}\n`);
    expect(mail.html).toContain(`<a href="${LINK}"`);
    expect(mail.messageId).toBeTruthy();
    expect(mail.date).toBe("2026-11-20T12:34:56.000Z");
    expect(raw.toString("utf8")).toContain(`\r\n${LINK}\r\n`);
  });

  test("only their owner reads the folder and the files", async () => {
    await send({});
    const [file = ""] = await files();
    expect((await stat(join(dataDir, "outbox"))).mode & RIGHTS).toBe(0o700);
    expect((await stat(join(dataDir, "outbox", file))).mode & RIGHTS).toBe(0o600);
  });

  test("several mails of one millisecond have a file each", async () => {
    const mailer = mailerWith();
    const addresses = Array.from({ length: 12 }, (_, number) => `musician-${number}@example.org`);
    for (const address of addresses) await keep(mailer, address);
    mailer.wake();
    await mailer.close();
    const mails = await Promise.all((await files()).map(async (file) => PostalMime.parse(await readMail(file))));
    expect(mails.map(({ to }) => String(to?.[0]?.address)).toSorted()).toEqual(addresses.toSorted());
  });

  test("the log says where, and nothing of the content", async () => {
    await send({});
    const [file = ""] = await files();
    expect(logged()).toMatchObject([
      { folder: join(dataDir, "outbox") },
      { kind: "password-reset", file: join(dataDir, "outbox", file), msg: "mail sent" },
    ]);
    expectNoSecret();
  });

  test("a folder that cannot be written delays the mail, and the log says so", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "not a folder");
    await send({ DATA_DIR: file });
    expect(logged().at(-1)).toMatchObject({ level: 40, reason: "ENOTDIR", msg: "mail delayed" });
  });
});
