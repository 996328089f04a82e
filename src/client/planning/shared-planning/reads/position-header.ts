import { HEADERS } from "#contract/headers.ts";

/** Number of the latest change that an answer holds; `null` where it tells none. */
export function positionOf(headers: Headers): number | null {
  const position = Number.parseInt(headers.get(HEADERS.position) ?? "", 10);
  return Number.isNaN(position) ? null : position;
}
