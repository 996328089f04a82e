/** Supervisors send SIGKILL after ten seconds. */
const LONGEST_STOP_MS = 8500;
/**
 * npm forwards signals that a terminal or supervisor has already sent to the whole group. A signal repeated so soon
 * counts as the same.
 */
const SAME_SIGNAL_MS = 500;

/**
 * Ends this process on SIGTERM or SIGINT, after `stop`. A second signal ends it at once, and so does a `stop` that
 * takes too long.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let askedAt: number | null = null;

  async function end(): Promise<void> {
    setTimeout(() => process.exit(1), LONGEST_STOP_MS);
    await stop();
    // Something may still be open, such as a connection to a mail server that never answered.
    process.exit();
  }

  function onSignal(): void {
    const now = performance.now();
    if (askedAt !== null) {
      if (now - askedAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    askedAt = now;
    void end();
  }

  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
