import type { Server, ServerOptions } from "node:http";
import type { BlockList, Socket } from "node:net";
import { isTrusted, networkOf, plainAddress } from "./client-address.ts";

/** Limits on what a connection may use; times in milliseconds. */
export interface ConnectionLimits {
  /** Size of the request line and all headers, in bytes. */
  readonly maxHeaderSize: number;
  readonly headersTimeout: number;
  /** Time for the whole request: the largest, 5 MiB, at 1.3 Mbit/s. */
  readonly requestTimeout: number;
  /** How often timeouts are checked. */
  readonly connectionsCheckingInterval: number;
  /** Closes a client that reads nothing of its response. Streams send a beat more often than this. */
  readonly silenceTimeout: number;
  /**
   * Closes a connection without requests. Longer than proxies keep theirs (nginx 60 s, Traefik 90 s, Caddy two
   * minutes): if the server closed first, a request on its way would be lost, and the proxy would answer 502.
   */
  readonly idleTimeout: number;
  /** Beyond it, a new connection replaces one of the network that has the most. */
  readonly maxConnections: number;
  /** For each network. Enough for a thousand streams through a local proxy that TRUSTED_PROXY does not name. */
  readonly maxConnectionsOfNetwork: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 40_000,
  connectionsCheckingInterval: 5000,
  silenceTimeout: 2 * 60_000,
  idleTimeout: 125_000,
  maxConnections: 4000,
  maxConnectionsOfNetwork: 1500,
};

/** The limits that Node enforces, as options for creating the server. */
export function serverOptionsOf(limits: ConnectionLimits): ServerOptions {
  const { maxHeaderSize, headersTimeout, requestTimeout, connectionsCheckingInterval, idleTimeout } = limits;
  // The app refuses a request without a host, with its security headers; Node's own refusal has none.
  const requireHostHeader = false;
  return {
    maxHeaderSize,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    keepAliveTimeout: idleTimeout,
    requireHostHeader,
  };
}

/** The connections of one network, the oldest first. */
type Connections = Set<Socket>;

/**
 * Enforces the other limits. When all places are taken, a new connection replaces one of the network that has the most:
 * its oldest idle connection, or else its oldest. Connections of trusted proxies carry many users and are never
 * replaced.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, trustedProxies: BlockList): void {
  server.timeout = limits.silenceTimeout;
  const networks = new Map<string, Connections>();
  const answering = new WeakMap<Socket, number>();
  let total = 0;

  function makeRoom(): void {
    const [largest] = [...networks.values()].toSorted((a, b) => b.size - a.size);
    const oldest = [...(largest ?? [])];
    const idle = oldest.find((socket) => (answering.get(socket) ?? 0) === 0);
    (idle ?? oldest[0])?.destroy();
  }

  function count(socket: Socket): void {
    const network = networkOf(plainAddress(socket.remoteAddress ?? ""));
    const connections: Connections = networks.get(network) ?? new Set();
    networks.set(network, connections.add(socket));
    socket.once("close", () => {
      connections.delete(socket);
      if (connections.size === 0) networks.delete(network);
    });
    if (connections.size > limits.maxConnectionsOfNetwork) socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    total += 1;
    socket.once("close", () => (total -= 1));
    if (!isTrusted(plainAddress(socket.remoteAddress ?? ""), trustedProxies)) count(socket);
    if (total > limits.maxConnections) makeRoom();
  });
  server.on("request", ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once("close", () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
  });
}
