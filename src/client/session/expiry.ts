/**
 * Tolerance for a device clock that differs from the server's. A session is checked this long before its expiry, so
 * that a slow clock does not keep an expired session on the screen.
 */
export const CLOCK_MARGIN_MS = 30_000;
/** How often a session is checked while nothing else requires it. */
export const CHECK_INTERVAL_MS = 5 * 60_000;
/** With a fast clock every session seems expired: the shortest wait between two checks. */
const SHORTEST_WAIT_MS = 10_000;

/** Whether a session that expires at `expiresAt` (ISO 8601) is expired, or almost, at `now` (milliseconds). */
export function isNearExpiry(expiresAt: string, now: number, margin = CLOCK_MARGIN_MS): boolean {
  return now >= Date.parse(expiresAt) - margin;
}

/** Milliseconds until the next check: the usual interval, or less if the session expires sooner. */
export function nextCheckIn(expiresAt: string | null, now: number): number {
  if (expiresAt === null) return CHECK_INTERVAL_MS;
  if (isNearExpiry(expiresAt, now)) return SHORTEST_WAIT_MS;
  const untilMargin = Date.parse(expiresAt) - CLOCK_MARGIN_MS - now;
  return Math.min(CHECK_INTERVAL_MS, Math.max(SHORTEST_WAIT_MS, untilMargin));
}
