import type { Logger } from "pino";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import type { LinkTokens } from "../auth/links/link-tokens.ts";
import type { JobHandlers } from "../jobs/job.ts";
import type { Mailer } from "../mail/mailer.ts";
import { advanceDueAsking, type Asking } from "../planning/requests/asking.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import type { Push } from "./push/push.ts";
import { createChangeHandler } from "./changes/change-handler.ts";
import { newsHandler } from "./changes/write-kept-news.ts";
import { createDropOutHandler } from "./drop-outs/drop-out-handler.ts";
import { createDeliveries } from "./message-delivery.ts";
import { createMessageAddresses } from "./telling/message-links.ts";
import type { Tell } from "./telling/write-messages.ts";
import { createPlaceHandler, createTakenPlaceHandler } from "./places/place-handler.ts";
import { createProgrammeHandler } from "./programmes/programme-handler.ts";
import { createReminderHandler } from "./reminders/reminder-handler.ts";

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

/** The handlers of all jobs about messages to people: those that decide on messages, and those that send them. */
export function createMessageHandlers(dependencies: MessageDependencies): JobHandlers {
  const { planning, asking, mailer, push, linkTokens, zone, baseUrl, tell, logger } = dependencies;
  const addresses = createMessageAddresses(baseUrl, linkTokens);
  return {
    ...createDeliveries({ database: planning.database, mailer, push, addresses, zone, clock: planning.now, logger }),
    reminders: createReminderHandler(zone, tell),
    changes: createChangeHandler(zone, tell),
    news: newsHandler,
    places: createPlaceHandler(zone, tell),
    programme: createProgrammeHandler(zone, tell),
    place_taken: createTakenPlaceHandler(zone, tell),
    drop_out: createDropOutHandler(zone, tell),
    // It writes in a transaction of the planning. Running it twice changes nothing.
    asking: { type: "delivery", run: ({ subject }) => advanceDueAsking(planning, subject, asking) },
  };
}
