import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { runScript } from "#test/support/server/test-process.ts";
import { startTestSmtpServer, type TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "diapason-mail-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function startSmtp(options?: Parameters<typeof startTestSmtpServer>[0]): Promise<TestSmtpServer> {
  const smtp = await startTestSmtpServer(options);
  onTestFinished(() => smtp.stop());
  return smtp;
}

/** The command's outcome: exit code, standard output, standard error. */
async function mailTest(settings: Record<string, string>, words = ["elise@example.org"]) {
  const command = runScript("mail-test.ts", { DATA_DIR: join(folder, "data"), ...settings }, words);
  return [await command.end(), command.output(), command.errors()] as const;
}

test("npm run mail-test sends a mail from MAIL_FROM, and prints what the server answered", async () => {
  const smtp = await startSmtp();
  const url = `smtp://127.0.0.1:${smtp.port}`;
  const outcome = await mailTest({ MAIL_URL: url, MAIL_FROM: "Diapason <planning@example.org>" });
  const line = `${url} a accepté un mail de Diapason <planning@example.org> pour elise@example.org\u00a0: 250 OK: message queued\n`;
  expect(outcome).toEqual([0, line, ""]);
  const mail = await smtp.next();
  expect(mail.envelope).toEqual({ from: "planning@example.org", to: ["elise@example.org"] });
  expect(mail.subject).toBe("Essai des mails de Diapason");
});

test("npm run mail-test fails with one line where the recipient or the password is refused", async () => {
  const refusing = await startSmtp({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error("5.1.1 no such user"), { responseCode: 550 })),
  });
  const closed = await startSmtp({
    disabledCommands: ["STARTTLS"],
    onAuth: (_auth, _session, callback) => callback(new Error("unknown user")),
  });
  const recipient = `smtp://127.0.0.1:${refusing.port}`;
  const password = `127.0.0.1:${closed.port}`;
  expect(await mailTest({ MAIL_URL: recipient })).toEqual([
    1,
    "",
    `${recipient} refuse l'expéditeur ou le destinataire\u00a0: 550 5.1.1 no such user\n`,
  ]);
  expect(await mailTest({ MAIL_URL: `smtp://team:pass-word@${password}` })).toEqual([
    1,
    "",
    `smtp://${password} refuse l'utilisateur ou le mot de passe de MAIL_URL\u00a0: 535 unknown user\n`,
  ]);
});

test("npm run mail-test fails with one line where nobody answers", async () => {
  const smtp = await startTestSmtpServer();
  await smtp.stop();
  const [code, output, errors] = await mailTest({ MAIL_URL: `smtp://127.0.0.1:${smtp.port}` });
  expect([code, output]).toEqual([1, ""]);
  expect(errors).toMatch(
    /^smtp:\/\/127\.0\.0\.1:\d+ est hors d'atteinte, ou son certificat est refusé\u00a0: .*ECONNREFUSED.*\n$/,
  );
});

test("npm run mail-test says that mails become files without MAIL_URL, and what is no address", async () => {
  expect(await mailTest({})).toEqual([
    1,
    "",
    `MAIL_URL n'est pas donné\u00a0: les mails sont écrits dans des fichiers de ${join(folder, "data", "outbox")} et n'arrivent à personne\n`,
  ]);
  expect(await mailTest({}, ["elise"])).toEqual([1, "", "Ce n'est pas une adresse e-mail\u00a0: elise\n"]);
  expect(await mailTest({}, [])).toEqual([1, "", "Usage\u00a0: npm run mail-test -- ADDRESS\n"]);
});
