import { withQuery } from "#contract/planning/planning-addresses.ts";
import { HINT_MAX } from "#contract/visit/visit-cookie.ts";

/** A longer value would be refused, and the stream with it. */
function hintOf(value: string | null): string | null {
  return value !== null && value.length <= HINT_MAX ? value : null;
}

interface Shown {
  /** The selected group. */
  readonly groupId: string | null;
  /** The name of the page's layout at its width. */
  readonly layout: string;
}

/**
 * The address of the change stream, with what this page shows: the server keeps it in a cookie, and sends the data of it
 * with the page of the next visit.
 */
export function visitedAddress(address: string, { groupId, layout }: Shown): string {
  return withQuery(address, { group: hintOf(groupId), layout });
}
