import type { Logger } from "pino";
import { createRateLimit } from "../../api/rate-limit.ts";
import type { Register } from "../../database/register/register.ts";
import { sweepJobs } from "../../jobs/write-jobs.ts";
import { sweepHourly } from "../../sweep-files.ts";
import type { SpacePool } from "../space-pool.ts";
import type { SpacesHost } from "../space-settings.ts";
import { createCreationLinks } from "./creation-links.ts";
import { createDoorMails } from "./door-mails.ts";
import { createAccountSearch } from "./space-accounts.ts";

interface FrontDoorParts extends SpacesHost {
  readonly register: Register;
  readonly spacePool: Pick<SpacePool, "acquire">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

export type FrontDoor = ReturnType<typeof openFrontDoor>;

/**
 * Opens the front door: the page at the installation's main address, where teams create their space and people find theirs.
 * Starts sending its mails, and the hourly sweep of its jobs and rate limits.
 */
export function openFrontDoor(parts: FrontDoorParts) {
  const { register, logger, clock } = parts;
  const { database } = register;
  const links = createCreationLinks(parts);
  const mails = createDoorMails({ ...parts, links, findSpacesOf: createAccountSearch(parts) });
  const rateLimit = createRateLimit(database, clock);
  const stopSweeping = sweepHourly(async () => {
    await rateLimit.sweep();
    await sweepJobs(database, clock());
  }, logger);
  return {
    links,
    mails,
    rateLimit,
    /** Waits for mails that are being sent. Queued mails are sent after the next start. */
    async close(): Promise<void> {
      await stopSweeping();
      await mails.close();
    },
  };
}
