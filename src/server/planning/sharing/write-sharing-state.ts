import { STATE_ID } from "../changes/change-log.ts";
import type { Writing } from "../shared-planning.ts";
import { NO_PUBLICATION, type Published } from "./read-sharing-state.ts";

/** Marks the planning as shared, and stores hash and receipt of the publication. */
export async function markShared({ kysely, now }: Writing, { hash, receipt }: Published): Promise<void> {
  await kysely
    .updateTable("planning_state")
    .set({ shared_at: now, publication_hash: hash, publication_receipt: receipt && JSON.stringify(receipt) })
    .where("id", "=", STATE_ID)
    .execute();
}

/** Begins a publication. @returns its number, never used before */
export async function beginPublishing({ kysely, now }: Writing): Promise<number> {
  const { last_publication: number } = await kysely
    .updateTable("planning_state")
    .set((eb) => ({
      last_publication: eb("last_publication", "+", 1),
      publishing: eb("last_publication", "+", 1),
      publishing_at: now,
    }))
    .where("id", "=", STATE_ID)
    .returning("last_publication")
    .executeTakeFirstOrThrow();
  return number;
}

/** Records that the publication is still active. @returns whether `number` is still the one in progress */
export async function continuePublishing({ kysely, now }: Writing, number: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable("planning_state")
    .set({ publishing_at: now })
    .where("id", "=", STATE_ID)
    .where("publishing", "=", number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the publication in progress, which makes its rows visible. (A withdrawal has deleted them before.) */
export async function endPublishing({ kysely }: Writing): Promise<void> {
  const ended = { publishing: NO_PUBLICATION, publishing_at: null };
  await kysely.updateTable("planning_state").set(ended).where("id", "=", STATE_ID).execute();
}
