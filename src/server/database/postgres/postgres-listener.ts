import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Database, NoticeListener } from "../database.ts";
import { within } from "../../time-limit.ts";

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** How often the connection is probed, and how long the answer may take. */
interface Pulse {
  readonly everyMs: number;
  readonly answerMs: number;
}

interface Subscription {
  readonly channel: string;
  readonly onNotice: NoticeListener;
}

interface ListenerOptions {
  readonly pulse?: Pulse;
  /** Called with each new connection, before any channel is subscribed to. */
  readonly onConnect?: ((client: Client) => Promise<void>) | undefined;
}

const PULSE: Pulse = { everyMs: 15_000, answerMs: 5000 };
const DISCONNECT_MS = 300;

/** Half of the delay is random, so that many processes do not reconnect at the same moment. */
function backOffDelay(failures: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/**
 * Probes the connection again and again. Rejects when there is no answer: a connection that only listens would not notice
 * that it is dead.
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
 * Subscribes to all channels on one connection. It is not from the pool, whose connections are used by many callers in
 * turn. It is opened for the first subscription, reopened whenever it is lost, and closed after the last one.
 */
export function createPostgresListener(
  createClient: () => Client,
  { pulse = PULSE, onConnect = () => Promise.resolve() }: ListenerOptions = {},
): Database["listen"] {
  const subscriptions = new Set<Subscription>();
  let failures = 0;
  /** `null` while there is no connection, or it is being set up. */
  let connected: Client | null = null;
  let stopListening: (() => Promise<void>) | null = null;

  /** Listens on a channel, and tells its new subscriptions that they may have missed notices. */
  async function subscribe(client: Client, channel: string, added: readonly Subscription[]): Promise<void> {
    await within(pulse.answerMs, client.query(`listen ${client.escapeIdentifier(channel)}`));
    failures = 0;
    for (const subscription of added) if (subscriptions.has(subscription)) subscription.onNotice(null);
  }

  async function listenOnce(stopped: Promise<void>): Promise<void> {
    const client = createClient();
    const lost = Promise.withResolvers<void>();
    const disconnecting = new AbortController();
    client.on("error", () => lost.resolve());
    client.on("end", () => lost.resolve());
    client.on("notification", ({ channel, payload }) => {
      for (const subscription of subscriptions) {
        if (subscription.channel === channel) subscription.onNotice(payload ?? null);
      }
    });
    async function subscribeToAll(): Promise<never> {
      await client.connect();
      await within(pulse.answerMs, onConnect(client));
      connected = client;
      // Many spaces subscribe to the same few channels.
      const byChannel = Map.groupBy(subscriptions, ({ channel }) => channel);
      await Promise.all(Array.from(byChannel, ([channel, added]) => subscribe(client, channel, added)));
      return checkAlive(client, pulse, disconnecting.signal);
    }
    try {
      await Promise.race([subscribeToAll(), lost.promise, stopped]);
    } finally {
      if (connected === client) connected = null;
      disconnecting.abort();
      await disconnect(client);
    }
  }

  /** Connects, and reconnects when the connection is lost. Returns a function that ends both. */
  function startListening(): () => Promise<void> {
    const stopping = new AbortController();
    const stopped = Promise.withResolvers<void>();
    async function listen(): Promise<void> {
      while (!stopping.signal.aborted) {
        await listenOnce(stopped.promise).catch(() => undefined);
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

  return (channel, onNotice) => {
    const subscription = { channel, onNotice };
    subscriptions.add(subscription);
    const client = connected;
    // On a failure the connection is dropped: the next one subscribes to all channels again.
    if (client !== null) subscribe(client, channel, [subscription]).catch(() => client.connection.stream.destroy());
    stopListening ??= startListening();
    return async () => {
      subscriptions.delete(subscription);
      if (subscriptions.size > 0) return;
      const stop = stopListening;
      stopListening = null;
      await stop?.();
    };
  };
}
