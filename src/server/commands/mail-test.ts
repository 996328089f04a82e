import { randomUUID } from "node:crypto";
import { mailAccepted, mailRefused, mailsAreFiles } from "#text/commands/command-output.ts";
import { TEST_MAIL } from "#text/mails/mails.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { failureOf } from "../jobs/job-failure.ts";
import { outboxFolder } from "../mail/outbox-transport.ts";
import { createSmtpTransport } from "../mail/smtp-transport.ts";
import { print, requireEmail, runTool, UsageError } from "./command-line.ts";

/** The URL of the mail server without the user and the password. */
function serverOf(mailUrl: string): string {
  const { protocol, host } = new URL(mailUrl);
  return `${protocol}//${host}`;
}

/** What the server responded, or else the message of the error, in one line. */
function responseOf(error: unknown): string {
  const { response = "", message = "" } = error as { readonly response?: string; readonly message?: string };
  return (response || message).replaceAll(/\s+/g, " ").trim();
}

/**
 * Sends a mail to `address` with the settings of this server. Resolves with a sentence that quotes the server's response.
 * @throws StartError with one line about what is wrong
 */
async function sendTestMail({ mailUrl, mailFrom, dataDir }: Settings, address: string): Promise<string> {
  if (mailUrl === null) throw new StartError(mailsAreFiles(outboxFolder(dataDir)));
  const server = serverOf(mailUrl);
  const transport = createSmtpTransport(mailUrl);
  const to = { name: address, address };
  try {
    const mail = { id: randomUUID(), from: mailFrom, to, content: TEST_MAIL, date: new Date() };
    const { response: answer } = await transport.send(mail);
    return mailAccepted({ server, from: mailFrom, to: address, answer });
  } catch (error) {
    throw new StartError(mailRefused(server, failureOf(error).reason, responseOf(error)), { cause: error });
  } finally {
    transport.close();
  }
}

/** `npm run mail-test -- ADDRESS`: sends a test mail with the settings of this server, and prints the server's response. */
await runTool({ name: "mail-test", usage: ["ADDRESS"], words: [1, 1] }, async ({ settings, words: [word = ""] }) => {
  if (word === "") throw new UsageError("no address");
  print(await sendTestMail(settings, requireEmail(word)));
});
