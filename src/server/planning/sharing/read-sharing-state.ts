import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { STATE_ID } from "../changes/change-log.ts";
import { readDate } from "../../database/schema.ts";
import type { Writing } from "../shared-planning.ts";

/** Both `null` when the planning was shared without a publication. */
export interface Published {
  readonly hash: string | null;
  readonly receipt: PublicationReceipt | null;
}

/** The number in the state row while no publication is in progress. */
export const NO_PUBLICATION = 0;

/** Reads hash and receipt of the publication that shared the planning. */
export async function readPublished({ kysely }: Writing): Promise<Published> {
  const { publication_hash: hash, publication_receipt: receipt } = await kysely
    .selectFrom("planning_state")
    .select(["publication_hash", "publication_receipt"])
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return { hash, receipt: receipt === null ? null : (JSON.parse(receipt) as PublicationReceipt) };
}

/** The publication in progress. */
export interface UnderWay {
  readonly number: number;
  /** When it last wrote something. */
  readonly at: Date;
}

/** Reads the publication in progress, or `null`. */
export async function readUnderWay({ kysely }: Pick<Writing, "kysely">): Promise<UnderWay | null> {
  const { publishing, publishing_at: at } = await kysely
    .selectFrom("planning_state")
    .select(["publishing", "publishing_at"])
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return publishing === NO_PUBLICATION || at === null ? null : { number: publishing, at: readDate(at) };
}
