import { pruneLog } from "../changes/write-change-log.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { retentionStart } from "./trash-period.ts";
import { emptyTrash } from "./write-emptied-trash.ts";

/** The latest changes are kept at any age: they cost little, and a client at one of these positions can resume. */
const CHANGES_KEPT = 10_000;

/**
 * Deletes expired data. The log is kept for as long as the trash, so that a browser that was away so long can still
 * catch up.
 */
export async function sweepPlanning(planning: SharedPlanning): Promise<void> {
  const { database, now } = planning;
  const time = now();
  await emptyTrash(database, time);
  await pruneLog(database, retentionStart(time), CHANGES_KEPT);
}
