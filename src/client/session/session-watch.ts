import { backOffDelay } from "../http/back-off.ts";
import type { CheckOutcome, SessionStore } from "./session.ts";

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

interface SessionWatchEnvironment {
  readonly page: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Checks the session of the signed-in user: a restored one at once, then periodically, near its expiry, and when the
 * page becomes visible again. A check without an answer is retried with back-off. Returns how to stop.
 */
export function watchSession(session: SessionStore, { page, now, random }: SessionWatchEnvironment): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isChecking = false;
  let retries = 0;
  let watchedId: string | undefined;

  function waitAfter(outcome: CheckOutcome): number {
    if (outcome.status === "unreachable") {
      retries += 1;
      return backOffDelay(retries - 1, random());
    }
    retries = 0;
    return nextCheckIn(outcome.status === "valid" ? outcome.expiresAt : null, now());
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), wait);
  }

  async function check(): Promise<void> {
    // A hidden page does not check; it does when it becomes visible.
    if (isChecking || watchedId === undefined || page.visibilityState === "hidden") return;
    isChecking = true;
    try {
      schedule(waitAfter(await session.check()));
    } finally {
      isChecking = false;
      if (watchedId === undefined) clearTimeout(timer);
    }
  }

  function follow(): void {
    const userId = session.state().user?.id;
    if (userId === watchedId) return;
    watchedId = userId;
    retries = 0;
    clearTimeout(timer);
    if (userId !== undefined) schedule(nextCheckIn(null, now()));
  }

  function handleVisibility(): void {
    void check();
  }

  follow();
  void check();
  const stopFollowing = session.subscribe(follow);
  page.addEventListener("visibilitychange", handleVisibility);
  return () => {
    watchedId = undefined;
    clearTimeout(timer);
    stopFollowing();
    page.removeEventListener("visibilitychange", handleVisibility);
  };
}
