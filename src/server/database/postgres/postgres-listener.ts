import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { NoticeListener } from "../database.ts";
import { within } from "./time-limit.ts";

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** How often the connection is probed, and how long the answer may take. */
interface Pulse {
  readonly everyMs: number;
  readonly answerMs: number;
}

const PULSE: Pulse = { everyMs: 15_000, answerMs: 5000 };
const DISCONNECT_MS = 300;

/** Half of the delay is random, so that many processes do not reconnect at the same moment. */
function backOffDelay(failures: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/**
 * Probes the connection, and rejects without an answer: a connection that only listens would not notice that it is
 * dead.
 */
async function checkAlive(client: Client, { everyMs, answerMs }: Pulse, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(everyMs, null, { signal });
    await within(answerMs, client.query("select 1"));
  }
}

async function disconnect(client: Client): Promise<void> {
  await within(DISCONNECT_MS, client.end()).catch(() => undefined);
  client.connection.stream.destroy();
}

/**
 * Subscribes to `channel` on a connection of its own, because pooled connections change users. Reconnects whenever the
 * connection is lost. Returns a function that stops it.
 */
export function listenOnPostgres(
  createClient: () => Client,
  channel: string,
  onNotice: NoticeListener,
  pulse = PULSE,
): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  let failures = 0;

  async function listenOnce(): Promise<void> {
    const client = createClient();
    const lost = Promise.withResolvers<void>();
    const disconnecting = new AbortController();
    client.on("error", () => lost.resolve());
    client.on("end", () => lost.resolve());
    client.on("notification", ({ payload }) => onNotice(payload ?? null));
    async function subscribe(): Promise<never> {
      await client.connect();
      await within(pulse.answerMs, client.query(`listen ${client.escapeIdentifier(channel)}`));
      failures = 0;
      onNotice(null);
      return checkAlive(client, pulse, disconnecting.signal);
    }
    try {
      await Promise.race([subscribe(), lost.promise, stopped.promise]);
    } finally {
      disconnecting.abort();
      await disconnect(client);
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
    stopped.resolve();
    await listening;
  };
}
