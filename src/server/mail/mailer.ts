import { join } from "node:path";
import type { Logger } from "pino";
import type { Settings } from "../env.ts";
import type { Mail, MailCarrier } from "./mail.ts";
import { createOutboxCarrier } from "./outbox-carrier.ts";
import { createSmtpCarrier } from "./smtp-carrier.ts";

/** Sends mails beside the requests: nobody waits for one, and no request fails by one. */
export interface Mailer {
  readonly send: (mail: Mail) => void;
  /** Waits a moment for the mails that are on their way; those that stay are told to the log. */
  readonly close: () => Promise<void>;
}

interface MailerDependencies {
  readonly settings: Pick<Settings, "mailUrl" | "mailFrom" | "dataDir">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

const OUTBOX = "outbox";
/** With the eight seconds that requests may take, the ten after which supervisors kill. */
const GRACE_MS = 2000;

function createCarrier({ settings, logger }: MailerDependencies): MailCarrier {
  if (settings.mailUrl !== null) return createSmtpCarrier(settings.mailUrl);
  const folder = join(settings.dataDir, OUTBOX);
  logger.info({ folder }, "without MAIL_URL, mails are written into files");
  return createOutboxCarrier(folder);
}

/** What the log may say of a failure: codes only, since the library's messages hold addresses. */
function failureOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { reason: "unknown" };
  const { code = error.name, responseCode } = error as Error & { code?: string; responseCode?: number };
  return { reason: code, ...(responseCode !== undefined && { responseCode }) };
}

export function createMailer(dependencies: MailerDependencies): Mailer {
  const { settings, logger, clock } = dependencies;
  const carrier = createCarrier(dependencies);
  const onTheirWay = new Set<Promise<void>>();

  async function deliver(mail: Mail): Promise<void> {
    const { kind } = mail;
    try {
      const whereabouts = await carrier.carry({ ...mail, from: settings.mailFrom, date: clock() });
      logger.info({ kind, ...whereabouts }, "mail sent");
    } catch (error) {
      logger.error({ kind, ...failureOf(error) }, "mail lost");
    }
  }

  return {
    send(mail) {
      const delivery = deliver(mail).finally(() => onTheirWay.delete(delivery));
      onTheirWay.add(delivery);
    },
    async close() {
      const grace = Promise.withResolvers<void>();
      const timer = setTimeout(grace.resolve, GRACE_MS);
      await Promise.race([Promise.all(onTheirWay), grace.promise]);
      clearTimeout(timer);
      // Cuts off what is still on its way, which then says so.
      carrier.close();
      await Promise.all(onTheirWay);
    },
  };
}
