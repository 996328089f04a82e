import type { PublicationReceipt } from "#contract/planning-calls.ts";
import { STATE_ID } from "./change-log-queries.ts";
import type { Writing } from "./shared-planning.ts";

interface Publishing {
  readonly hash: string | null;
  readonly receipt: PublicationReceipt | null;
}

/** From now on the planning is shared; what was published stays known. */
export async function markShared({ kysely, now }: Writing, { hash, receipt }: Publishing): Promise<void> {
  await kysely
    .updateTable("planning_state")
    .set({ shared_at: now, publication_hash: hash, publication_receipt: receipt && JSON.stringify(receipt) })
    .where("id", "=", STATE_ID)
    .execute();
}

/** What was published once. */
export async function readPublishing({ kysely }: Writing): Promise<Publishing> {
  const { publication_hash: hash, publication_receipt: receipt } = await kysely
    .selectFrom("planning_state")
    .select(["publication_hash", "publication_receipt"])
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return { hash, receipt: receipt === null ? null : (JSON.parse(receipt) as PublicationReceipt) };
}
