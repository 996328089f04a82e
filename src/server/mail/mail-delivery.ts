import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { readDate } from "../database/schema.ts";
import type { Settings } from "../env.ts";
import { failureOf, isPermanent, type MailFailure, retryDelay } from "./mail-failure.ts";
import { type ClaimedMail, postponeMail, removeMail } from "./write-mail-queue.ts";
import type { MailSeal } from "./mail-seal.ts";
import type { MailCarrier } from "./mail.ts";

interface MailDeliveryPorts {
  readonly from: Settings["mailFrom"];
  readonly carrier: Pick<MailCarrier, "carry">;
  readonly seal: Pick<MailSeal, "open">;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** Delivers one claimed mail, then removes it. After a failure it is postponed if a retry can succeed, else dropped. */
export function createMailDelivery({ from, carrier, seal, database, logger, clock }: MailDeliveryPorts) {
  /** Why a mail should not be sent any more; `null` if it should. */
  function uselessness({ hasPerson, expires_at }: ClaimedMail): string | null {
    if (!hasPerson) return "account deleted";
    return readDate(expires_at) <= clock() ? "expired" : null;
  }

  async function drop({ id, kind, attempts }: ClaimedMail, failure: MailFailure): Promise<void> {
    await removeMail(database, id);
    logger.error({ kind, attempts, ...failure }, "mail given up");
  }

  async function postpone({ id, kind, attempts }: ClaimedMail, failure: MailFailure): Promise<void> {
    const delay = retryDelay(attempts);
    await postponeMail(database, id, new Date(clock().getTime() + delay));
    logger.warn({ kind, attempts, ...failure, retryInSeconds: delay / 1000 }, "mail delayed");
  }

  return async (mail: ClaimedMail): Promise<void> => {
    const { id, kind, attempts } = mail;
    const useless = uselessness(mail);
    if (useless !== null) return drop(mail, { reason: useless });
    const letter = seal.open(id, mail.sealed);
    if (letter === null) return drop(mail, { reason: "sealed under another secret" });
    try {
      const whereabouts = await carrier.carry({ ...letter, id, from, date: readDate(mail.created_at) });
      await removeMail(database, id);
      logger.info({ kind, attempts, ...whereabouts }, "mail sent");
    } catch (error) {
      const failure = failureOf(error);
      await (isPermanent(failure) ? drop(mail, failure) : postpone(mail, failure));
    }
  };
}
