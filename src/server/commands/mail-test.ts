import { randomUUID } from "node:crypto";
import { Email } from "#contract/accounts/account-fields.ts";
import { mailAccepted, mailRefused, mailsAreFiles, notAnEmailAddress } from "#text/commands/command-output.ts";
import { TEST_MAIL } from "#text/mails/mails.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { failureOf } from "../jobs/job-failure.ts";
import { outboxFolder } from "../mail/outbox-carrier.ts";
import { createSmtpCarrier } from "../mail/smtp-carrier.ts";
import { print, runTool, UsageError } from "./command-line.ts";

/** Without the user and the password. */
function serverOf(mailUrl: string): string {
  const { protocol, host } = new URL(mailUrl);
  return `${protocol}//${host}`;
}

/** The last line of what the server answered, in one line. */
function answerOf(error: unknown): string {
  const { response = "", message = "" } = error as { readonly response?: string; readonly message?: string };
  return (response || message).replaceAll(/\s+/g, " ").trim();
}

/**
 * Sends a mail to `address` with the settings in force. Resolves with a sentence about what the mail server answered.
 * @throws StartError with one line about what is wrong
 */
async function sendTestMail({ mailUrl, mailFrom, dataDir }: Settings, address: string): Promise<string> {
  if (mailUrl === null) {
    throw new StartError(mailsAreFiles(outboxFolder(dataDir)));
  }
  const server = serverOf(mailUrl);
  const carrier = createSmtpCarrier(mailUrl);
  const to = { name: address, address };
  try {
    const mail = { id: randomUUID(), from: mailFrom, to, content: TEST_MAIL, date: new Date() };
    const { answer } = await carrier.carry(mail);
    return mailAccepted({ server, from: mailFrom, to: address, answer });
  } catch (error) {
    throw new StartError(mailRefused(server, failureOf(error).reason, answerOf(error)), { cause: error });
  } finally {
    carrier.close();
  }
}

/** `npm run mail-test -- ADDRESS`: sends a test mail with the settings in force, and prints what the server answered. */
await runTool({ name: "mail-test", usage: ["ADDRESS"], words: [1, 1] }, async ({ settings, words: [word = ""] }) => {
  if (word === "") throw new UsageError("no address");
  const address = Email.safeParse(word);
  if (!address.success) throw new StartError(notAnEmailAddress(word));
  print(await sendTestMail(settings, address.data));
});
