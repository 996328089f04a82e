import pino from "pino";
import type { Database } from "#server/database/database.ts";
import type { JobHandlers } from "#server/jobs/job.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import type { Mail } from "#server/mail/mail.ts";
import { createMailer, type Mailer } from "#server/mail/mailer.ts";
import { passwordResetMail } from "#text/mails/mails.ts";
import { settingsOf } from "./test-server.ts";

export const LINK = `http://localhost:3000/reset-password?token=${"Ab_-".repeat(11)}`;

interface TestMailerOptions {
  readonly database: Database;
  readonly settings: Record<string, string>;
  /** Receives the log of the mailer: one JSON object a line. */
  readonly log: string[];
  readonly clock: () => Date;
  readonly secret?: string;
  readonly onRefused?: (address: string) => Promise<void>;
  /** Handlers of other jobs than mails. */
  readonly handlersOf?: (mailer: Mailer) => JobHandlers;
}

export interface TestMailer extends Omit<Mailer, "close"> {
  /** Waits a moment for the mails that are being sent, then cuts them off. */
  readonly close: () => Promise<void>;
}

/** A mailer with the jobs of a process of its own. */
export function createTestMailer({ settings, log, handlersOf, ...rest }: TestMailerOptions): TestMailer {
  const logger = pino({ base: null }, { write: (line: string) => void log.push(line) });
  const jobs = createJobs({ logger, ...rest });
  const mailer = createMailer({
    secret: "a secret of sixteen characters or more",
    settings: settingsOf(settings),
    logger,
    jobs,
    ...rest,
  });
  jobs.start({ mail: mailer.handler, ...handlersOf?.(mailer) });
  return { ...mailer, close: () => jobs.close(mailer.close) };
}

/** Adds a user whose address starts with `id`. */
export async function addPerson({ kysely }: Database, id: string): Promise<void> {
  const row = { id, email: `${id}@example.org`, first_name: "Élise", last_name: "Fontaine", name: "Élise Fontaine" };
  const now = new Date();
  await kysely
    .insertInto("users")
    .values({ ...row, positions: "[]", is_admin: false, created_at: now, updated_at: now, image: null })
    .execute();
}

/** A mail to the user whose id is the local part of `address`. */
export function mailTo(address: string, expiresAt: Date, name = "Élise Fontaine"): Mail {
  const [userId = ""] = address.split("@");
  return { kind: "password-reset", userId, to: { name, address }, content: passwordResetMail(LINK), expiresAt };
}
