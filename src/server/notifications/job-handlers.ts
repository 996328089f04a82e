import type { Logger } from "pino";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import type { LinkTokens } from "../auth/links/link-tokens.ts";
import type { JobHandler, JobHandlers, RunInTransaction } from "../jobs/job.ts";
import { addJobs } from "../jobs/write-jobs.ts";
import type { Mailer } from "../mail/mailer.ts";
import { advanceDueAsking, type Asking } from "../planning/requests/asking.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { queueChangeMessages } from "./kinds/changes.ts";
import { queueDropOutMessages } from "./kinds/drop-outs.ts";
import { queuePlaceMessages, queueTakenPlaceMessages } from "./kinds/places.ts";
import { queueProgrammeMessages } from "./kinds/programmes.ts";
import { queueReminders } from "./kinds/reminders.ts";
import { expireNews } from "./kinds/write-stored-news.ts";
import { createDeliveries } from "./message-delivery.ts";
import type { Push } from "./push/push.ts";
import { createMessageAddresses } from "./messages/composing.ts";
import type { QueueMessages } from "./messages/write-messages.ts";

interface MessageDependencies {
  readonly planning: SharedPlanning;
  readonly asking: Asking;
  readonly mailer: Pick<Mailer, "send">;
  readonly push: Push;
  readonly linkTokens: LinkTokens;
  readonly zone: TimeZone;
  readonly queueMessages: QueueMessages;
  readonly logger: Logger;
  /** The origin of the links. */
  readonly baseUrl: string;
}

/** The handlers of all jobs about messages. Jobs such as `reminders` add jobs `message` (a mail) and `push`, which send. */
export function createMessageHandlers(dependencies: MessageDependencies): JobHandlers {
  const { planning, asking, mailer, push, linkTokens, zone, baseUrl, queueMessages, logger } = dependencies;
  const addresses = createMessageAddresses(baseUrl, linkTokens);

  /** Wraps a handler: a job that is due in the quiet hours is added again for their end. */
  function outsideQuietHours(run: RunInTransaction): JobHandler {
    return {
      type: "transaction",
      async run(queryable, job, now) {
        const quietUntil = afterQuietHours(now.getTime(), zone);
        if (quietUntil <= now.getTime()) return run(queryable, job, now);
        const { kind, subject, payload } = job;
        return addJobs(queryable, [{ kind, subject, payload, dueAt: new Date(quietUntil) }], now);
      },
    };
  }

  return {
    ...createDeliveries({ database: planning.database, mailer, push, addresses, zone, clock: planning.now, logger }),
    reminders: { type: "transaction", run: queueReminders(zone, queueMessages) },
    changes: outsideQuietHours(queueChangeMessages(zone, queueMessages)),
    news: { type: "transaction", run: expireNews },
    places: outsideQuietHours(queuePlaceMessages(zone, queueMessages)),
    programme: outsideQuietHours(queueProgrammeMessages(queueMessages)),
    place_taken: outsideQuietHours(queueTakenPlaceMessages(zone, queueMessages)),
    drop_out: outsideQuietHours(queueDropOutMessages(zone, queueMessages)),
    // Of type `delivery`, because it opens its own transaction. Running it twice changes nothing.
    asking: { type: "delivery", run: ({ subject }) => advanceDueAsking(planning, subject, asking) },
  };
}
