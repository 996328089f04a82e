import { failureOf, type JobFailure, JobGivenUp } from "../jobs/job-failure.ts";

/** A permanent refusal by the mail server. */
export class MailRefused extends JobGivenUp {
  /** Whether the recipient's address is the reason. */
  readonly isAddressRefused: boolean;

  constructor(failure: JobFailure, isAddressRefused: boolean, options?: ErrorOptions) {
    super(failure, options);
    this.isAddressRefused = isAddressRefused;
  }
}

/** SMTP codes from here on are permanent failures (RFC 5321 §4.2.1). */
const PERMANENT = 500;
/** Codes of refusals that are worth a retry, because the operator may fix the settings. */
const FIXABLE: ReadonlySet<string> = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS"]);
/** SMTP codes for a mailbox that does not exist, or whose name is wrong (RFC 5321 §4.2.3). */
const MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553]);
/** Servers use these codes for other refusals too. Without an enhanced status, only these words identify a missing mailbox. */
const NO_SUCH_MAILBOX =
  /\b(?:no such|unknown|invalid)\b.{0,20}\b(?:user|mailbox|recipient|address|account)\b|\b(?:user|mailbox|recipient|address|account)\b.{0,40}\b(?:unknown|not found|not exist|doesn't exist|unavailable|invalid|disabled)\b/i;
/** Subjects of statuses about the mail system or its network, such as a daily limit: not permanent (RFC 3463 §3). */
const SYSTEM_SUBJECTS: ReadonlySet<string> = new Set(["3", "4"]);
/** `5.1.1`: the class, the subject and the detail of a permanent failure (RFC 3463). */
const ENHANCED_STATUS = /\b5\.(\d{1,3})\.(\d{1,3})\b/;

function isPermanent({ reason, responseCode = 0 }: JobFailure, { response = "" }: SmtpError): boolean {
  if (responseCode < PERMANENT || FIXABLE.has(reason)) return false;
  const [, subject = ""] = ENHANCED_STATUS.exec(response) ?? [];
  return !SYSTEM_SUBJECTS.has(subject);
}

/**
 * Whether the server refused the recipient's mailbox. Many servers refuse senders, contents and relays with the same code.
 * Only the enhanced status, or the words of the response, distinguish them.
 */
function isAboutMailbox({ command, response = "" }: SmtpError, responseCode: number): boolean {
  const [, subject, detail] = ENHANCED_STATUS.exec(response) ?? [];
  // 5.1.7 and 5.1.8 are about the sender.
  if (subject === "1") return detail !== "7" && detail !== "8";
  // A disabled mailbox (5.2.1) stays disabled; a full one (5.2.2) does not stay full.
  if (subject !== undefined) return subject === "2" && detail === "1";
  return command === "RCPT TO" && MAILBOX_CODES.has(responseCode) && NO_SUCH_MAILBOX.test(response);
}

/** The properties of the mail library's errors that are read here. */
interface SmtpError {
  /** The SMTP command that failed. */
  readonly command?: string;
  readonly response?: string;
}

/** The error to throw for a mail that was not sent: `MailRefused` if no retry can succeed, else `error` itself. */
export function mailErrorOf(error: unknown): unknown {
  const failure = failureOf(error);
  const smtpError = error as SmtpError;
  if (!isPermanent(failure, smtpError)) return error;
  const isAddressRefused = isAboutMailbox(smtpError, failure.responseCode ?? 0);
  return new MailRefused(failure, isAddressRefused, { cause: error });
}
