import { randomUUID } from "node:crypto";
import { TEST_MAIL } from "#text/mails/mails.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { failureOf } from "../jobs/job-failure.ts";
import { outboxFolder } from "./outbox-carrier.ts";
import { createSmtpCarrier } from "./smtp-carrier.ts";

/** What the operator can look at, by the mail library's code. */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: "refused the user or the password of MAIL_URL",
  ENOAUTH: "wants a user and a password in MAIL_URL",
  EENVELOPE: "refused the sender or the recipient",
  EMESSAGE: "refused the mail",
  ETLS: "offered no acceptable encryption",
  EDNS: "was not found: is its name in MAIL_URL right?",
  ESOCKET: "cannot be reached, or its certificate is refused",
  ECONNECTION: "cannot be reached, or ended the connection",
  ETIMEDOUT: "did not answer in time",
};

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
export async function sendTestMail({ mailUrl, mailFrom, dataDir }: Settings, address: string): Promise<string> {
  if (mailUrl === null) {
    throw new StartError(
      `MAIL_URL is not set: mails are written into files in ${outboxFolder(dataDir)} and reach nobody`,
    );
  }
  const server = serverOf(mailUrl);
  const carrier = createSmtpCarrier(mailUrl);
  const to = { name: address, address };
  try {
    const mail = { id: randomUUID(), from: mailFrom, to, content: TEST_MAIL, date: new Date() };
    const { answer } = await carrier.carry(mail);
    return `${server} accepted a mail from ${mailFrom} to ${address}: ${answer}`;
  } catch (error) {
    const problem = REASONS[failureOf(error).reason] ?? "could not take the mail";
    throw new StartError(`${server} ${problem}: ${answerOf(error)}`, { cause: error });
  } finally {
    carrier.close();
  }
}
