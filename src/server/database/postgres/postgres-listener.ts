import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Database, NoticeListener } from "../database.ts";
import { within } from "../../time-limit.ts";

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;

/** The heartbeat of the connection: how often it is sent, and how long its response may take. */
interface Heartbeat {
  readonly everyMs: number;
  readonly responseMs: number;
}

interface Subscription {
  readonly channel: string;
  readonly onNotice: NoticeListener;
}

interface ListenerOptions {
  readonly heartbeat?: Heartbeat;
  /** Called with each new connection, before any channel is subscribed to. */
  readonly onConnect?: ((client: Client) => Promise<void>) | undefined;
}

const HEARTBEAT: Heartbeat = { everyMs: 15_000, responseMs: 5000 };
const DISCONNECT_MS = 300;

/** Exponential backoff with jitter: many processes do not reconnect at the same moment. */
function backOffDelay(failures: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/** Sends heartbeats, and rejects when one gets no response. A connection that only listens would not notice its end. */
async function sendHeartbeats(client: Client, { everyMs, responseMs }: Heartbeat, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(everyMs, null, { signal });
    await within(responseMs, client.query("select 1"));
  }
}

async function disconnect(client: Client): Promise<void> {
  await within(DISCONNECT_MS, client.end()).catch(() => undefined);
  client.connection.stream.destroy();
}

/**
 * Receives PostgreSQL's notifications (`LISTEN`) for all channels on one connection of its own: a pooled connection would
 * serve other callers, too. It is opened for the first subscription, reopened whenever it is lost, and closed after the
 * last one.
 */
export function createPostgresListener(
  createClient: () => Client,
  { heartbeat = HEARTBEAT, onConnect = () => Promise.resolve() }: ListenerOptions = {},
): Database["listen"] {
  const subscriptions = new Set<Subscription>();
  let failures = 0;
  /** `null` while there is no connection, or it is being set up. */
  let connected: Client | null = null;
  let stopListening: (() => Promise<void>) | null = null;

  /** Listens on a channel. Then notifies its new subscriptions with `null`, because they may have missed notifications. */
  async function subscribe(client: Client, channel: string, added: readonly Subscription[]): Promise<void> {
    await within(heartbeat.responseMs, client.query(`listen ${client.escapeIdentifier(channel)}`));
    failures = 0;
    for (const subscription of added) if (subscriptions.has(subscription)) subscription.onNotice(null);
  }

  /** Listens on one connection until it is lost or `stopped` resolves. */
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
      await within(heartbeat.responseMs, onConnect(client));
      connected = client;
      // Many spaces subscribe to the same few channels.
      const byChannel = Map.groupBy(subscriptions, ({ channel }) => channel);
      await Promise.all(Array.from(byChannel, ([channel, added]) => subscribe(client, channel, added)));
      return sendHeartbeats(client, heartbeat, disconnecting.signal);
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
    // If this fails, the connection is closed, and the next one subscribes to all channels.
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
