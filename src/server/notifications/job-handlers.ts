import type { Logger } from "pino";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { afterQuietHours } from "#domain/notifications/quiet-hours.ts";
import type { LinkTokens } from "../auth/links/link-tokens.ts";
import type { JobHandler, JobHandlers, RunInTransaction } from "../jobs/job.ts";
import { addJobs } from "../jobs/write-jobs.ts";
import type { Mailer } from "../mail/mailer.ts";
import { advanceDueAsking, type Asking } from "../planning/requests/asking.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { tellChanges } from "./kinds/changes.ts";
import { tellDropOut } from "./kinds/drop-outs.ts";
import { tellPlaces, tellTakenPlace } from "./kinds/places.ts";
import { tellProgramme } from "./kinds/programmes.ts";
import { remind } from "./kinds/reminders.ts";
import { endNews } from "./kinds/write-kept-news.ts";
import { createDeliveries } from "./message-delivery.ts";
import type { Push } from "./push/push.ts";
import { createMessageAddresses } from "./telling/composing.ts";
import type { Tell } from "./telling/write-messages.ts";

interface MessageDependencies {
  readonly planning: SharedPlanning;
  readonly asking: Asking;
  readonly mailer: Pick<Mailer, "send">;
  readonly push: Push;
  readonly linkTokens: LinkTokens;
  readonly zone: TimeZone;
  readonly tell: Tell;
  readonly logger: Logger;
  /** The origin of the links. */
  readonly baseUrl: string;
}

/** The handlers of all jobs about messages: some decide on messages, others send them. */
export function createMessageHandlers(dependencies: MessageDependencies): JobHandlers {
  const { planning, asking, mailer, push, linkTokens, zone, baseUrl, tell, logger } = dependencies;
  const addresses = createMessageAddresses(baseUrl, linkTokens);

  /** A job that is due in the quiet hours waits for their end. */
  function byDay(run: RunInTransaction): JobHandler {
    return {
      type: "transaction",
      async run(queryable, job, now) {
        const leavesAt = afterQuietHours(now.getTime(), zone);
        if (leavesAt <= now.getTime()) return run(queryable, job, now);
        const { kind, subject, payload } = job;
        return addJobs(queryable, [{ kind, subject, payload, dueAt: new Date(leavesAt) }], now);
      },
    };
  }

  return {
    ...createDeliveries({ database: planning.database, mailer, push, addresses, zone, clock: planning.now, logger }),
    reminders: { type: "transaction", run: remind(zone, tell) },
    changes: byDay(tellChanges(zone, tell)),
    news: { type: "transaction", run: endNews },
    places: byDay(tellPlaces(zone, tell)),
    programme: byDay(tellProgramme(tell)),
    place_taken: byDay(tellTakenPlace(zone, tell)),
    drop_out: byDay(tellDropOut(zone, tell)),
    // It writes in a transaction of the planning. Running it twice changes nothing.
    asking: { type: "delivery", run: ({ subject }) => advanceDueAsking(planning, subject, asking) },
  };
}
