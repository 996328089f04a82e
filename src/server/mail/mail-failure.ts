import { failureOf, type JobFailure, JobGivenUp } from "../jobs/job-failure.ts";

/** A permanent refusal by the mail server. */
export class MailRefused extends JobGivenUp {
  readonly isAddressRefused: boolean;

  constructor(failure: JobFailure, isAddressRefused: boolean, options?: ErrorOptions) {
    super(failure, options);
    this.isAddressRefused = isAddressRefused;
  }
}

/** SMTP codes from here on are permanent failures (RFC 5321 §4.2.1). */
const PERMANENT = 500;
/** Codes of refusals that an operator can end by fixing the settings: worth a retry. */
const FIXABLE: ReadonlySet<string> = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS"]);
/** Codes that say that there is no such mailbox, or that its name is wrong (RFC 5321 §4.2.3). */
const MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553]);
/** For servers that send no enhanced status: they use the codes above to refuse a relay or a sender, too. */
const NO_SUCH_MAILBOX =
  /\b(?:no such|unknown|invalid)\b.{0,20}\b(?:user|mailbox|recipient|address|account)\b|\b(?:user|mailbox|recipient|address|account)\b.{0,40}\b(?:unknown|not found|not exist|doesn't exist|unavailable|invalid|disabled)\b/i;
/** Subjects of statuses about the mail system or its network, such as a limit of mails a day (RFC 3463 §3.4, §3.5). */
const SYSTEM_SUBJECTS: ReadonlySet<string> = new Set(["3", "4"]);
/** `5.1.1`: the class, the subject and the detail of a permanent failure (RFC 3463). */
const ENHANCED_STATUS = /\b5\.(\d{1,3})\.(\d{1,3})\b/;

function isPermanent({ reason, responseCode = 0 }: JobFailure, { response = "" }: SmtpAnswer): boolean {
  if (responseCode < PERMANENT || FIXABLE.has(reason)) return false;
  const [, subject = ""] = ENHANCED_STATUS.exec(response) ?? [];
  return !SYSTEM_SUBJECTS.has(subject);
}

/**
 * Whether the server refused the recipient's mailbox. Many servers refuse senders, contents and relays with the same code:
 * the enhanced status tells the difference.
 */
function isAboutMailbox({ command, response = "" }: SmtpAnswer, responseCode: number): boolean {
  const [, subject, detail] = ENHANCED_STATUS.exec(response) ?? [];
  // 5.1.7 and 5.1.8 are about the sender.
  if (subject === "1") return detail !== "7" && detail !== "8";
  // A disabled mailbox (5.2.1) stays disabled; a full one (5.2.2) does not stay full.
  if (subject !== undefined) return subject === "2" && detail === "1";
  return command === "RCPT TO" && MAILBOX_CODES.has(responseCode) && NO_SUCH_MAILBOX.test(response);
}

/** The properties of the mail library's errors that say what the server answered, and to what. */
interface SmtpAnswer {
  readonly command?: string;
  readonly response?: string;
}

/** What a failed delivery throws: `MailRefused` if no retry can succeed. */
export function mailErrorOf(error: unknown): unknown {
  const failure = failureOf(error);
  const answer = error as SmtpAnswer;
  if (!isPermanent(failure, answer)) return error;
  const isAddressRefused = isAboutMailbox(answer, failure.responseCode ?? 0);
  return new MailRefused(failure, isAddressRefused, { cause: error });
}
