import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { readDate } from "../database/schema.ts";
import type { Settings } from "../env.ts";
import type { Mail, MailCarrier } from "./mail.ts";
import { failureOf, isFinal, type MailFailure, retryDelay } from "./mail-failure.ts";
import { type ClaimedMail, claimMail, keepMail, postponeMail, removeMail } from "./mail-queue-queries.ts";
import { createMailSeal } from "./mail-seal.ts";
import { createOutboxCarrier } from "./outbox-carrier.ts";
import { createSmtpCarrier } from "./smtp-carrier.ts";

/** Sends mails beside the requests: nobody waits for one, and no request fails by one. */
export interface Mailer {
  /** Keeps a mail together with what else the transaction writes: both are there afterwards, or neither. */
  readonly keep: (transaction: Database["kysely"], mail: Mail) => Promise<void>;
  /** Sends what is due. To be called after the commit; without that it leaves a few seconds later. */
  readonly wake: () => void;
  /** Waits a moment for the mails that are on their way; those that stay are tried again by the next start. */
  readonly close: () => Promise<void>;
}

interface MailerDependencies {
  readonly settings: Pick<Settings, "mailUrl" | "mailFrom" | "dataDir">;
  readonly database: Database;
  readonly secret: string;
  readonly logger: Logger;
  readonly clock: () => Date;
}

const OUTBOX = "outbox";
/** With the eight seconds that requests may take, the ten after which supervisors kill. */
const GRACE_MS = 2000;
/** As many as the carrier has connections. */
const AT_ONE_TIME = 2;
/** How often it is looked whether a mail is due again, or was left by a process that was killed. */
const LOOK_MS = 10_000;
/** A process that has said nothing of its mail for so long is dead: the carrier gives up after one minute. */
const CLAIM_MS = 2 * 60_000;

function createCarrier({ settings, logger }: MailerDependencies): MailCarrier {
  if (settings.mailUrl !== null) return createSmtpCarrier(settings.mailUrl);
  const folder = join(settings.dataDir, OUTBOX);
  logger.info({ folder }, "without MAIL_URL, mails are written into files");
  return createOutboxCarrier(folder);
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { settings, database, secret, logger, clock } = dependencies;
  const carrier = createCarrier(dependencies);
  const seal = createMailSeal(secret);
  let isStopped = false;
  let isWoken = false;
  let sending: Promise<void> | null = null;

  function later(milliseconds: number): Date {
    return new Date(clock().getTime() + milliseconds);
  }

  /** Why a mail need not be tried (any more); `null` where it is to be. */
  function uselessness({ hasPerson, expires_at }: ClaimedMail): string | null {
    if (!hasPerson) return "account deleted";
    return readDate(expires_at) <= clock() ? "expired" : null;
  }

  async function drop({ id, kind, attempts }: ClaimedMail, failure: MailFailure): Promise<void> {
    await removeMail(database, id);
    logger.error({ kind, attempts, ...failure }, "mail given up");
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    const { id, kind, attempts } = mail;
    const useless = uselessness(mail);
    if (useless !== null) return drop(mail, { reason: useless });
    const letter = seal.open(id, mail.sealed);
    if (letter === null) return drop(mail, { reason: "sealed under another secret" });
    try {
      const whereabouts = await carrier.carry({
        ...letter,
        id,
        from: settings.mailFrom,
        date: readDate(mail.created_at),
      });
      await removeMail(database, id);
      logger.info({ kind, attempts, ...whereabouts }, "mail sent");
    } catch (error) {
      const failure = failureOf(error);
      if (isFinal(failure)) return drop(mail, failure);
      const wait = retryDelay(attempts);
      await postponeMail(database, id, later(wait));
      logger.warn({ kind, attempts, ...failure, retryInSeconds: wait / 1000 }, "mail delayed");
    }
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      const mail = isStopped ? null : await claimMail(database, clock(), later(CLAIM_MS));
      if (mail === null) return;
      await deliver(mail);
    }
  }

  async function send(): Promise<void> {
    try {
      while (isWoken) {
        isWoken = false;
        await Promise.all(Array.from({ length: AT_ONE_TIME }, sendDue));
      }
    } catch (error) {
      // The mails stay where they are until the database is back.
      logger.error(failureOf(error), "mails cannot be read");
    } finally {
      sending = null;
    }
  }

  function wake(): void {
    isWoken = true;
    if (!isStopped) sending ??= send();
  }

  const looking = setInterval(wake, LOOK_MS).unref();
  wake();
  return {
    async keep(transaction, { kind, userId, to, content, expiresAt }) {
      const id = randomUUID();
      const now = clock();
      await keepMail(transaction, {
        id,
        kind,
        user_id: userId,
        sealed: seal.close(id, { to, content }),
        attempts: 0,
        created_at: now,
        due_at: now,
        expires_at: expiresAt,
      });
    },
    wake,
    async close() {
      clearInterval(looking);
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, GRACE_MS);
      await Promise.race([sending, grace.promise]);
      clearTimeout(timer);
      isStopped = true;
      // Cuts off what is still on its way, which is then due again.
      carrier.close();
      await sending;
    },
  };
}
