import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { NoticeListener } from "./database.ts";

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** Half of it is chance, so that many processes do not come back at the same moment. */
function backOffDelay(failures: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/**
 * Hears what is told on `channel` by a connection of its own, as a pool's may be anybody's at the next moment. Makes it
 * again whenever it is lost, until told to stop.
 */
export function listenOnPostgres(
  createClient: () => Client,
  channel: string,
  onNotice: NoticeListener,
): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  let failures = 0;

  async function listenOnce(): Promise<void> {
    const client = createClient();
    const lost = Promise.withResolvers<void>();
    client.on("error", () => lost.resolve());
    client.on("end", () => lost.resolve());
    client.on("notification", ({ payload }) => onNotice(payload ?? null));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      failures = 0;
      onNotice(null);
      await Promise.race([lost.promise, stopped.promise]);
    } finally {
      await client.end();
    }
  }

  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce().catch(() => undefined);
      await sleep(backOffDelay(failures), null, { signal: stopping.signal }).catch(() => undefined);
      failures += 1;
    }
  }

  const listening = listen();
  return async () => {
    stopping.abort();
    // A client that is asked to end while it connects never says that it has: it connects first.
    stopped.resolve();
    await listening;
  };
}
