import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { STATE_ID } from "../changes/change-log.ts";
import type { Writing } from "../shared-planning.ts";

/** Both `null` when the planning was shared without a publication. */
interface Published {
  readonly hash: string | null;
  readonly receipt: PublicationReceipt | null;
}

/** Reads hash and receipt of the publication that shared the planning. */
export async function readPublished({ kysely }: Writing): Promise<Published> {
  const { publication_hash: hash, publication_receipt: receipt } = await kysely
    .selectFrom("planning_state")
    .select(["publication_hash", "publication_receipt"])
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return { hash, receipt: receipt === null ? null : (JSON.parse(receipt) as PublicationReceipt) };
}

/** Marks the planning as shared, and stores hash and receipt of the publication. */
export async function markShared({ kysely, now }: Writing, { hash, receipt }: Published): Promise<void> {
  await kysely
    .updateTable("planning_state")
    .set({ shared_at: now, publication_hash: hash, publication_receipt: receipt && JSON.stringify(receipt) })
    .where("id", "=", STATE_ID)
    .execute();
}
