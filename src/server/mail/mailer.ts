import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { JobGivenUp, failureOf } from "../jobs/job-failure.ts";
import type { ClaimedJob, JobHandler, NewJob } from "../jobs/job.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { addJobs } from "../jobs/write-jobs.ts";
import { mailErrorOf, MailRefused } from "./mail-failure.ts";
import { createMailSeal } from "./mail-seal.ts";
import type { Mail, MailCarrier, Message } from "./mail.ts";
import { createOutboxCarrier, outboxFolder } from "./outbox-carrier.ts";
import { createSmtpCarrier } from "./smtp-carrier.ts";
import { hasPerson, tallyMail } from "./write-mail-outcomes.ts";

/** Sends mails in the background. No request waits for one, or fails because of one. */
export interface Mailer {
  /** Stores mails in the transaction of their cause, so that both are committed or neither. */
  readonly enqueue: (transaction: Database["kysely"], ...mails: readonly Mail[]) => Promise<void>;
  /** Sends what is due. Call it after the commit. */
  readonly wake: () => void;
  /**
   * Sends a mail now, within a job of kind `message`. Resolves when the mail server has accepted it.
   * @throws JobGivenUp when no retry can succeed, `MailRefused` if the server said so; other errors are worth a retry
   */
  readonly send: (message: Message) => Promise<void>;
  /** What to do with the stored mails: the handler of jobs of kind `mail`. */
  readonly handler: JobHandler;
  /** Aborts the mail that is being sent. It is then tried again. */
  readonly close: () => void;
}

interface MailerDependencies {
  readonly settings: Pick<Settings, "mailUrl" | "mailFrom" | "dataDir">;
  readonly database: Database;
  readonly secret: string;
  readonly jobs: Pick<Jobs, "wake">;
  readonly logger: Logger;
  readonly clock: () => Date;
  /** The mail server said that there is no such address. */
  readonly onRefused?: (address: string) => Promise<void>;
}

const SEPARATOR = ":";

export function createCarrier({ settings, logger }: Pick<MailerDependencies, "settings" | "logger">): MailCarrier {
  if (settings.mailUrl !== null) return createSmtpCarrier(settings.mailUrl);
  const folder = outboxFolder(settings.dataDir);
  logger.warn({ folder }, "without MAIL_URL, mails are written into files and reach nobody");
  return createOutboxCarrier(folder);
}

/** Kind and account in the subject of a mail's job. Neither contains the separator. */
function namesOf({ subject }: ClaimedJob): { readonly kind: string; readonly userId: string } {
  const [kind = "", userId = ""] = subject.split(SEPARATOR, 2);
  return { kind, userId };
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { settings, database, secret, jobs, logger, clock } = dependencies;
  const { onRefused = () => Promise.resolve() } = dependencies;
  const carrier = createCarrier(dependencies);
  const seal = createMailSeal(secret);

  /** Hands a mail to the carrier, and counts it. Returns fields for the log. */
  async function deliver({ userId, ...message }: Message): Promise<Readonly<Record<string, string>>> {
    if (!(await hasPerson(database, userId))) throw new JobGivenUp({ reason: "account deleted" });
    const handover = await carrier.carry({ ...message, from: settings.mailFrom }).catch(async (error: unknown) => {
      const reason = mailErrorOf(error);
      if (reason instanceof MailRefused && reason.isAddressRefused) await onRefused(message.to.address);
      throw reason;
    });
    try {
      await tallyMail(database, clock());
    } catch (error) {
      // A failure here must not send the mail again.
      logger.warn(failureOf(error), "a sent mail was not counted");
    }
    return handover.whereabouts;
  }

  function jobOf({ kind, userId, distinct, to, content, expiresAt }: Mail, now: Date): NewJob {
    const id = randomUUID();
    const subject = [kind, userId, ...(distinct === undefined ? [] : [distinct])].join(SEPARATOR);
    const sealed = { id, content: seal.close(id, { to, content }) };
    return { kind: "mail", subject, dueAt: now, expiresAt, sealed };
  }

  async function sendSealed(job: ClaimedJob): Promise<void> {
    const { kind, userId } = namesOf(job);
    const letter = seal.open(job.id, job.sealed ?? "");
    if (letter === null) throw new JobGivenUp({ reason: "sealed under another secret" });
    const whereabouts = await deliver({ ...letter, id: job.id, userId, date: job.createdAt });
    logger.info({ kind, attempts: job.tries, ...whereabouts }, "mail sent");
  }

  return {
    async enqueue(kysely, ...mails) {
      const now = clock();
      const added = mails.map((mail) => jobOf(mail, now));
      await addJobs({ engine: database.engine, kysely }, added, now);
    },
    wake: jobs.wake,
    async send(message) {
      logger.info({ kind: "message", ...(await deliver(message)) }, "mail sent");
    },
    handler: { type: "delivery", run: sendSealed, nameOf: (job) => namesOf(job).kind },
    close: carrier.close,
  };
}
