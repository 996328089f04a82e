import { TRASH_KEPT_DAYS } from "#contract/trash.ts";

const KEPT_MS = TRASH_KEPT_DAYS * 24 * 60 * 60 * 1000;

/** What was deleted before this moment counts as gone at `now`, be it swept away already or not. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** When what was deleted at this moment will be gone for good. */
export function goneAt(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + KEPT_MS);
}
