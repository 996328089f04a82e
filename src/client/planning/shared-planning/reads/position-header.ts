import { HEADERS } from "#contract/headers.ts";

/** The log position that an answer reflects; `null` if it has no such header. */
export function positionOf(headers: Headers): number | null {
  const position = Number.parseInt(headers.get(HEADERS.position) ?? "", 10);
  return Number.isNaN(position) ? null : position;
}
