import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import type { Mail, MailCarrier } from "./mail.ts";
import { createMailDelivery } from "./mail-delivery.ts";
import { failureOf } from "./mail-failure.ts";
import { claimMail, enqueueMails, type QueuedMail } from "./write-mail-queue.ts";
import { createMailSeal } from "./mail-seal.ts";
import { createOutboxCarrier, outboxFolder } from "./outbox-carrier.ts";
import { createSmtpCarrier } from "./smtp-carrier.ts";

/** Sends mails in the background. No request waits for one, or fails because of one. */
export interface Mailer {
  /** Stores a mail in the transaction of its cause, so that both are committed or neither. */
  readonly enqueue: (transaction: Database["kysely"], mail: Mail) => Promise<void>;
  /** The same for several mails, of one kind and to different people. */
  readonly enqueueAll: (transaction: Database["kysely"], mails: readonly Mail[]) => Promise<void>;
  /** Sends what is due. Call it after the commit, or the mail is sent a few seconds later. */
  readonly wake: () => void;
  /** Waits a moment for the mails that are being sent; those that remain are sent after the next start. */
  readonly close: () => Promise<void>;
}

interface MailerDependencies {
  readonly settings: Pick<Settings, "mailUrl" | "mailFrom" | "dataDir">;
  readonly database: Database;
  readonly secret: string;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** Before this, a stop waits up to six seconds for requests. Supervisors kill after ten. */
const GRACE_MS = 1500;
/**
 * Time for an aborted delivery to postpone its mail in the database. If that fails, the mail is due again when its
 * claim ends.
 */
const CUT_OFF_MS = 300;
/** The number of connections that the carrier opens. */
const AT_ONE_TIME = 2;
/** How often to look for mails that are due again, or were left by a killed process. */
const LOOK_MS = 10_000;
/** A process that has claimed a mail for longer is dead: the carrier gives up after one minute. */
const CLAIM_MS = 2 * 60_000;

function createCarrier({ settings, logger }: MailerDependencies): MailCarrier {
  if (settings.mailUrl !== null) return createSmtpCarrier(settings.mailUrl);
  const folder = outboxFolder(settings.dataDir);
  logger.warn({ folder }, "without MAIL_URL, mails are written into files and reach nobody");
  return createOutboxCarrier(folder);
}

interface SendLoop {
  /** Sends all that is due. When called during a run, it runs once more afterwards. */
  readonly wake: () => void;
  /** Waits for the mails being sent, for at most `longestMs`. */
  readonly settle: (longestMs: number) => Promise<void>;
  /** Takes no further mail. */
  readonly stop: () => void;
}

/** @param sendNext sends one mail. Returns whether one was due */
function createSendLoop(sendNext: () => Promise<boolean>, logger: Logger): SendLoop {
  let isStopped = false;
  let isWoken = false;
  let sending: Promise<void> | null = null;

  async function sendDue(): Promise<void> {
    for (;;) {
      if (isStopped || !(await sendNext())) return;
    }
  }

  async function send(): Promise<void> {
    try {
      while (isWoken) {
        isWoken = false;
        await Promise.all(Array.from({ length: AT_ONE_TIME }, sendDue));
      }
    } catch (error) {
      // The mails stay in the database until it is back.
      logger.error(failureOf(error), "mails cannot be read");
    } finally {
      sending = null;
    }
  }

  return {
    wake() {
      isWoken = true;
      if (!isStopped) sending ??= send();
    },
    async settle(longestMs) {
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, longestMs);
      await Promise.race([sending, grace.promise]);
      clearTimeout(timer);
    },
    stop() {
      isStopped = true;
    },
  };
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { settings, database, secret, logger, clock } = dependencies;
  const carrier = createCarrier(dependencies);
  const seal = createMailSeal(secret);
  const deliver = createMailDelivery({ from: settings.mailFrom, carrier, seal, database, logger, clock });

  async function sendNext(): Promise<boolean> {
    const now = clock();
    const mail = await claimMail(database, now, new Date(now.getTime() + CLAIM_MS));
    if (mail !== null) await deliver(mail);
    return mail !== null;
  }

  function sealed({ kind, userId, to, content, expiresAt }: Mail): QueuedMail {
    const id = randomUUID();
    const now = clock();
    return {
      id,
      kind,
      user_id: userId,
      sealed: seal.close(id, { to, content }),
      attempts: 0,
      created_at: now,
      due_at: now,
      expires_at: expiresAt,
    };
  }

  const loop = createSendLoop(sendNext, logger);
  const looking = setInterval(loop.wake, LOOK_MS).unref();
  loop.wake();
  return {
    enqueue: (transaction, mail) => enqueueMails(transaction, [sealed(mail)]),
    enqueueAll: (transaction, mails) => enqueueMails(transaction, mails.map(sealed)),
    wake: loop.wake,
    async close() {
      clearInterval(looking);
      await loop.settle(GRACE_MS);
      loop.stop();
      // Cuts off what is still being sent, which is then due again.
      carrier.close();
      await loop.settle(CUT_OFF_MS);
    },
  };
}
