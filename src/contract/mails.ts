import * as z from "zod/mini";
import type { Operation } from "./operation.ts";
import { API } from "./paths.ts";

/** Why mails wait. */
export const MailProblem = z.enum([
  /** No answer, or no connection. */
  "unreachable",
  "password_refused",
  "encryption_refused",
  /** The mail server refused a mail for now. */
  "refused",
  /** Without a mail server: the file could not be written. */
  "not_written",
  "unknown",
]);

/** What became of the team's mails. */
export const MailReport = z.object({
  /** Accepted by the mail server today and on the six days before. */
  sentThisWeek: z.int(),
  /** Not sent yet. */
  waiting: z.int(),
  /** Why the latest try failed; `null` if no waiting mail was tried and failed. */
  problem: z.nullable(MailProblem),
});

export type MailProblem = z.infer<typeof MailProblem>;
export type MailReport = z.infer<typeof MailReport>;

export const MAIL_OPERATIONS = {
  readMails: {
    method: "GET",
    path: API.mails,
    access: "mails.read",
    summary: "How many mails went out this week, how many wait, and why",
    response: MailReport,
  },
} as const satisfies Readonly<Record<string, Operation>>;
