import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { failureOf, JobGivenUp } from "../jobs/job-failure.ts";
import { mailErrorOf, MailRefused } from "./mail-failure.ts";
import type { MailCarrier, Message } from "./mail.ts";
import { hasPerson } from "./read-mail-person.ts";
import { tallyMail } from "./write-mail-tally.ts";

interface MailDeliveryPorts {
  readonly from: Settings["mailFrom"];
  readonly carrier: Pick<MailCarrier, "carry">;
  readonly database: Database;
  readonly logger: Logger;
  readonly clock: () => Date;
  readonly onRefused: (address: string) => Promise<void>;
}

type Whereabouts = Readonly<Record<string, string>>;

/** Hands one mail to the carrier, and counts it. */
export function createMailDelivery({ from, carrier, database, logger, clock, onRefused }: MailDeliveryPorts) {
  async function carry({ userId, ...message }: Message): Promise<Whereabouts> {
    if (!(await hasPerson(database, userId))) throw new JobGivenUp({ reason: "account deleted" });
    try {
      return (await carrier.carry({ ...message, from })).whereabouts;
    } catch (error) {
      const reason = mailErrorOf(error);
      if (reason instanceof MailRefused && reason.isAddressRefused) await onRefused(message.to.address);
      throw reason;
    }
  }

  return async (message: Message): Promise<Whereabouts> => {
    const whereabouts = await carry(message);
    try {
      await tallyMail(database, clock());
    } catch (error) {
      // A failure here must not send the mail again.
      logger.warn(failureOf(error), "a sent mail was not counted");
    }
    return whereabouts;
  };
}
