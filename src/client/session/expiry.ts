/**
 * How far this device's clock may be off from the server's. A session is looked at this long before its end, so that a
 * slow clock does not keep a dead session on the screen.
 */
export const CLOCK_MARGIN_MS = 30_000;
/** How often a session is looked at when nothing else calls for it. */
export const CHECK_INTERVAL_MS = 5 * 60_000;
/** A device whose clock runs fast finds every session over: it asks at this pace, not without a pause. */
const SHORTEST_WAIT_MS = 10_000;

/** Whether a session that ends at `expiresAt` (ISO 8601) is over, or about to be, at `now` (milliseconds). */
export function isNearExpiry(expiresAt: string, now: number, margin = CLOCK_MARGIN_MS): boolean {
  return now >= Date.parse(expiresAt) - margin;
}

/** Milliseconds until the session should be checked again: the usual tick, or sooner when it ends sooner. */
export function nextCheckIn(expiresAt: string | null, now: number): number {
  if (expiresAt === null) return CHECK_INTERVAL_MS;
  if (isNearExpiry(expiresAt, now)) return SHORTEST_WAIT_MS;
  const untilMargin = Date.parse(expiresAt) - CLOCK_MARGIN_MS - now;
  return Math.min(CHECK_INTERVAL_MS, Math.max(SHORTEST_WAIT_MS, untilMargin));
}
