import { failureOf, type JobFailure, JobGivenUp } from "../jobs/job-failure.ts";

/** A refusal by the mail server that stays one. */
export class MailRefused extends JobGivenUp {
  readonly isAddressRefused: boolean;

  constructor(failure: JobFailure, isAddressRefused: boolean, options?: ErrorOptions) {
    super(failure, options);
    this.isAddressRefused = isAddressRefused;
  }
}

/** SMTP codes from here on are permanent failures (RFC 5321 §4.2.1). */
const PERMANENT = 500;
/** Reasons of permanent refusals that come from settings, which an operator can fix: worth a retry. */
const MENDABLE: ReadonlySet<string> = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS"]);
/** Codes that say that there is no such mailbox, or that its name is wrong (RFC 5321 §4.2.3). */
const MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553]);
/** Words of servers that give no status. The same codes refuse a relay or a sender, which is no fault of the address. */
const NO_SUCH_MAILBOX =
  /\b(?:no such|unknown|invalid)\b.{0,20}\b(?:user|mailbox|recipient|address|account)\b|\b(?:user|mailbox|recipient|address|account)\b.{0,40}\b(?:unknown|not found|not exist|doesn't exist|unavailable|invalid|disabled)\b/i;
/** The mail system or its network, not this mail, is at fault: also a limit of mails a day (RFC 3463 §3.4, §3.5). */
const OF_THE_SYSTEM: ReadonlySet<string> = new Set(["3", "4"]);
/** `5.1.1`: the class, the subject and the detail of a permanent failure (RFC 3463). */
const ENHANCED_STATUS = /\b5\.(\d{1,3})\.(\d{1,3})\b/;

function isPermanent({ reason, responseCode = 0 }: JobFailure, { response = "" }: SmtpAnswer): boolean {
  if (responseCode < PERMANENT || MENDABLE.has(reason)) return false;
  const [, subject = ""] = ENHANCED_STATUS.exec(response) ?? [];
  return !OF_THE_SYSTEM.has(subject);
}

/**
 * Whether an answer is about the recipient's mailbox. Many servers answer with the same code to what they do not like in
 * sender or content, such as a refused relay; the status says which it is.
 */
function isAboutMailbox({ command, response = "" }: SmtpAnswer, responseCode: number): boolean {
  const [, subject, detail] = ENHANCED_STATUS.exec(response) ?? [];
  // 5.1.7 and 5.1.8 are about the sender. A mailbox that is disabled (5.2.1) stays so; a full one (5.2.2) does not.
  if (subject !== undefined)
    return subject === "1" ? detail !== "7" && detail !== "8" : subject === "2" && detail === "1";
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
