import { pruneLog } from "./change-log-queries.ts";
import type { SharedPlanning } from "./shared-planning.ts";
import { keptSince } from "./trash-period.ts";
import { emptyTrash } from "./trash-queries.ts";

/** However old, the latest changes stay: they cost little, and every reader that knows one of them can go on. */
const CHANGES_KEPT = 10_000;

/** Forgets what nobody can ask for any more; a browser that was away for as long as the trash is kept still catches up. */
export async function sweepPlanning({ database, now }: SharedPlanning): Promise<void> {
  const time = now();
  await emptyTrash(database, time);
  await pruneLog(database, keptSince(time), CHANGES_KEPT);
}
