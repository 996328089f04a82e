import { backOffDelay } from "../http/back-off.ts";
import type { CheckOutcome, SessionStore } from "./session.ts";

/**
 * Tolerance for a device clock that differs from the server's. A session is checked this long before its expiry, so
 * that a slow clock does not keep an expired session on the screen.
 */
export const CLOCK_MARGIN_MS = 30_000;
export const CHECK_INTERVAL_MS = 5 * 60_000;
/** The shortest wait between two checks. If the device's clock is fast, every session seems to need a check at once. */
const SHORTEST_WAIT_MS = 10_000;

/** Milliseconds until the next check: the usual interval, or less if the session expires sooner (`expiresAt`, ISO 8601). */
export function nextCheckIn(expiresAt: string | null, now: number): number {
  if (expiresAt === null) return CHECK_INTERVAL_MS;
  const untilMargin = Date.parse(expiresAt) - CLOCK_MARGIN_MS - now;
  return Math.min(CHECK_INTERVAL_MS, Math.max(SHORTEST_WAIT_MS, untilMargin));
}

interface SessionWatchEnvironment {
  readonly page: Pick<Document, "addEventListener" | "removeEventListener" | "visibilityState">;
  readonly now: () => number;
  readonly random: () => number;
}

/**
 * Checks whether the user's session is still valid: at the start of the page, periodically, near its expiry, and when the
 * page becomes visible. Retries with back-off if the server does not respond. Returns a function that stops this.
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
    // A hidden page checks when it becomes visible.
    if (isChecking || watchedId === undefined || page.visibilityState === "hidden") return;
    isChecking = true;
    try {
      schedule(waitAfter(await session.check()));
    } finally {
      isChecking = false;
      // The user signed out during the check.
      if (watchedId === undefined) clearTimeout(timer);
    }
  }

  function handleSession(): void {
    const userId = session.state().user?.id;
    if (userId === watchedId) return;
    watchedId = userId;
    retries = 0;
    clearTimeout(timer);
    if (userId !== undefined) schedule(CHECK_INTERVAL_MS);
  }

  function handleVisibility(): void {
    void check();
  }

  handleSession();
  void check();
  const unsubscribe = session.subscribe(handleSession);
  page.addEventListener("visibilitychange", handleVisibility);
  return () => {
    watchedId = undefined;
    clearTimeout(timer);
    unsubscribe();
    page.removeEventListener("visibilitychange", handleVisibility);
  };
}
