import { TRASH_KEPT_DAYS } from "#domain/planning/planning.ts";

const KEPT_MS = TRASH_KEPT_DAYS * 24 * 60 * 60 * 1000;

/** What was deleted before this moment cannot be restored at `now`, even if the sweep has not removed it yet. */
export function retentionStart(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** When something deleted at this moment can no longer be restored. */
export function removedForGoodAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + KEPT_MS);
}
