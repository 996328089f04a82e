import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { JobGivenUp, failureOf } from "../jobs/job-failure.ts";
import type { ClaimedJob, JobHandler, NewJob } from "../jobs/job.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { addJobs } from "../jobs/write-jobs.ts";
import { mailErrorOf, MailRefused } from "./mail-failure.ts";
import { createMailEncryption } from "./mail-encryption.ts";
import type { Mail, MailTransport, MailToSend } from "./mail.ts";
import { createOutboxTransport, outboxFolder } from "./outbox-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";
import { hasPerson, tallyMail } from "./write-mail-outcomes.ts";

/** Sends mails in the background. No request waits for a mail, or fails because of one. */
export interface Mailer {
  /** Queues mails in the transaction of their cause, so that both are committed or neither. */
  readonly enqueue: (transaction: Database["kysely"], ...mails: readonly Mail[]) => Promise<void>;
  /** Starts sending. Call it after the commit of `enqueue`. */
  readonly wake: () => void;
  /**
   * Sends a mail now, within a job of kind `message`. Resolves when the mail server has accepted it.
   * @throws JobGivenUp (or its subclass `MailRefused`) when no retry can succeed; other errors are worth a retry
   */
  readonly send: (mail: MailToSend) => Promise<void>;
  /** The handler of jobs of kind `mail`: sends queued mails. */
  readonly handler: JobHandler;
  /** Aborts the mail that is being sent. It is retried later. */
  readonly close: () => void;
}

interface MailerDependencies {
  readonly settings: Pick<Settings, "mailUrl" | "mailFrom" | "dataDir">;
  readonly database: Database;
  readonly secret: string;
  readonly jobs: Pick<Jobs, "wake">;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** Called when the mail server says that the address does not exist. */
  readonly onRefused?: (address: string) => Promise<void>;
}

const SEPARATOR = ":";

/** Mails go to the server of MAIL_URL. Without that setting they are written into files. */
export function createMailTransport({
  settings,
  logger,
}: Pick<MailerDependencies, "settings" | "logger">): MailTransport {
  if (settings.mailUrl !== null) return createSmtpTransport(settings.mailUrl);
  const folder = outboxFolder(settings.dataDir);
  logger.warn({ folder }, "without MAIL_URL, mails are written into files and reach nobody");
  return createOutboxTransport(folder);
}

/** Reads the mail's kind and account from the subject of its job (see `jobOf`). Neither contains the separator. */
function namesOf({ subject }: ClaimedJob): { readonly kind: string; readonly userId: string } {
  const [kind = "", userId = ""] = subject.split(SEPARATOR, 2);
  return { kind, userId };
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { settings, database, secret, jobs, logger, clock } = dependencies;
  const { onRefused = () => Promise.resolve() } = dependencies;
  const transport = createMailTransport(dependencies);
  const encryption = createMailEncryption(secret);

  /** Sends a mail, and counts it. Returns fields for the log. */
  async function deliver({ userId, ...mail }: MailToSend): Promise<Readonly<Record<string, string>>> {
    if (!(await hasPerson(database, userId))) throw new JobGivenUp({ reason: "account deleted" });
    const sent = await transport.send({ ...mail, from: settings.mailFrom }).catch(async (error: unknown) => {
      const reason = mailErrorOf(error);
      if (reason instanceof MailRefused && reason.isAddressRefused) await onRefused(mail.to.address);
      throw reason;
    });
    try {
      await tallyMail(database, clock());
    } catch (error) {
      // A failure here must not send the mail again.
      logger.warn(failureOf(error), "a sent mail was not counted");
    }
    return sent.logFields;
  }

  function jobOf({ kind, userId, distinct, to, content, expiresAt }: Mail, now: Date): NewJob {
    const id = randomUUID();
    const subject = [kind, userId, ...(distinct === undefined ? [] : [distinct])].join(SEPARATOR);
    const sealed = { id, content: encryption.encrypt(id, { to, content }) };
    return { kind: "mail", subject, dueAt: now, expiresAt, sealed };
  }

  async function sendQueued(job: ClaimedJob): Promise<void> {
    const { kind, userId } = namesOf(job);
    const decrypted = encryption.decrypt(job.id, job.sealed ?? "");
    if (decrypted === null) throw new JobGivenUp({ reason: "sealed under another secret" });
    const logFields = await deliver({ ...decrypted, id: job.id, userId, date: job.createdAt });
    logger.info({ kind, attempts: job.tries, ...logFields }, "mail sent");
  }

  return {
    async enqueue(kysely, ...mails) {
      const now = clock();
      const mailJobs = mails.map((mail) => jobOf(mail, now));
      await addJobs({ engine: database.engine, kysely }, mailJobs, now);
    },
    wake: jobs.wake,
    async send(mail) {
      logger.info({ kind: "message", ...(await deliver(mail)) }, "mail sent");
    },
    handler: { type: "delivery", run: sendQueued, nameOf: (job) => namesOf(job).kind },
    close: transport.close,
  };
}
