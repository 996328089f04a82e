import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { addPerson, createTestMailer, LINK } from "#test/support/server/test-mailer.ts";
import { ENGINES, newEmptyEnvironment, removeData, settingsOf } from "#test/support/server/test-server.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { passwordResetMail } from "#text/mails/mails.ts";
import { MIGRATIONS, migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { createMailEncryption } from "./mail-encryption.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const SECRET = "a secret of sixteen characters or more";
/** The version before mails were jobs. */
const BEFORE_JOBS = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name === "jobs"),
);

describe.each(ENGINES)("mails that wait in a database of the former version, on %s", (engine) => {
  test("leave after the update, the newest of each kind for each person", async () => {
    const environment = await newEmptyEnvironment(engine);
    const database = await openDatabase(settingsOf(environment));
    const smtp = await startTestSmtpServer();
    onTestFinished(async () => {
      await smtp.stop();
      await database.close();
      await removeData(environment);
    });
    await migrate(database, BEFORE_JOBS);
    await addPerson(database, "elise");
    const encryption = createMailEncryption(SECRET);
    const later = new Date(NOW.getTime() + 3_600_000).toISOString();
    const letter = { to: { name: "Élise", address: "elise@example.org" }, content: passwordResetMail(LINK) };
    for (const [id, minutes] of [
      ["older", 1],
      ["newer", 2],
    ] as const) {
      const createdAt = new Date(NOW.getTime() + minutes * 60_000).toISOString();
      await sql`
        insert into mail_queue (id, kind, user_id, sealed, attempts, created_at, due_at, expires_at)
        values (${id}, 'password-reset', 'elise', ${encryption.encrypt(id, letter)}, 3, ${createdAt}, ${createdAt}, ${later})
      `.execute(database.kysely);
    }
    await migrate(database);
    const settings = { ...environment, MAIL_URL: `smtp://127.0.0.1:${smtp.port}` };
    const log: string[] = [];
    const clock = () => new Date(NOW.getTime() + 600_000);
    const mailer = createTestMailer({ database, settings, log, clock, secret: SECRET });
    const mail = await smtp.next();
    expect([mail.envelope.to, mail.messageId]).toEqual([["elise@example.org"], "<newer@localhost>"]);
    expect(mail.text).toContain(LINK);
    await mailer.close();
    expect(smtp.count()).toBe(0);
    expect(log.join("")).toContain('"kind":"password-reset","attempts":4');
  });
});
