import { pruneLog } from "./change-log-queries.ts";
import type { SharedPlanning } from "./shared-planning.ts";
import { emptyTrash } from "./trash-queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** What was deleted can be restored for this long, and a browser that was away for as long still catches up. */
const KEPT_MS = 30 * DAY_MS;
/** However old, the latest changes stay: they cost little, and every reader that knows one of them can go on. */
const CHANGES_KEPT = 10_000;

/** Forgets what nobody can ask for any more. */
export async function sweepPlanning({ database, now }: SharedPlanning): Promise<void> {
  const time = new Date(now().getTime() - KEPT_MS);
  await emptyTrash(database, time);
  await pruneLog(database, time, CHANGES_KEPT);
}
