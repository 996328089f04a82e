import { OPERATIONS } from "#contract/operations.ts";
import { CALENDAR_FEEDS, LINKED_PAGES } from "#contract/paths.ts";

const LINK_CALLS: ReadonlySet<string> = new Set([
  LINKED_PAGES.unsubscribe,
  OPERATIONS.readLinkedEvent.path,
  OPERATIONS.answerByLink.path,
  OPERATIONS.confirmEmail.path,
  OPERATIONS.resetPassword.path,
  OPERATIONS.checkInvitation.path,
]);

/**
 * Whether a call's right is the token of a link, in its address or body. It neither reads nor sets a cookie. So another
 * site's page can do nothing with it that the holder of the token cannot, and it never counts for somebody's session.
 */
export function isLinkCall(path: string): boolean {
  return LINK_CALLS.has(path) || path.startsWith(CALENDAR_FEEDS);
}
