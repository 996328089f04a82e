import type { Logger } from "pino";
import { createRateLimit } from "../../api/rate-limit.ts";
import type { Register } from "../../database/register/register.ts";
import { sweepJobs } from "../../jobs/write-jobs.ts";
import { sweepHourly } from "../../sweep-files.ts";
import type { Lodging } from "../lodging.ts";
import type { SpacesHost } from "../space-settings.ts";
import { createCreationLinks, type CreationLinks } from "./creation-links.ts";
import { createDoorMails, type DoorMails } from "./door-mails.ts";
import { createAccountSearch } from "./space-accounts.ts";

interface FrontDoorParts extends SpacesHost {
  readonly register: Register;
  readonly lodging: Pick<Lodging, "enter">;
  readonly logger: Logger;
  readonly clock: () => Date;
}

/** The links and mails of the front door. */
export interface FrontDoor {
  readonly links: CreationLinks;
  readonly mails: DoorMails;
  /** Finishes the mails that are being sent. Waiting mails are sent after the next start. */
  readonly close: () => Promise<void>;
}

export function openFrontDoor(parts: FrontDoorParts): FrontDoor {
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
    async close() {
      await stopSweeping();
      await mails.close();
    },
  };
}
