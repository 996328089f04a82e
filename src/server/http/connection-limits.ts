import type { Server, ServerOptions } from "node:http";
import type { BlockList, Socket } from "node:net";
import { isTrusted, plainAddress } from "./client-address.ts";

/** What a client may take up before its request is there; times in milliseconds. */
export interface ConnectionLimits {
  /** Of the first line and all headers, in bytes. */
  readonly maxHeaderSize: number;
  readonly headersTimeout: number;
  /** For the whole request: 16 MiB, the largest there is, at 4 Mbit/s. */
  readonly requestTimeout: number;
  /** How often it is looked who is late. */
  readonly connectionsCheckingInterval: number;
  /** For a client that takes nothing of its answer. A stream's beat is more often than that. */
  readonly silenceTimeout: number;
  readonly maxConnections: number;
  /** Of one address: a thousand streams through a proxy of this machine that TRUSTED_PROXY does not name, and more. */
  readonly maxConnectionsOfPeer: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 40_000,
  connectionsCheckingInterval: 5000,
  silenceTimeout: 2 * 60_000,
  maxConnections: 4000,
  maxConnectionsOfPeer: 1500,
};

/** The part of the limits that the server itself keeps, as it wants them at its creation. */
export function serverOptionsOf(limits: ConnectionLimits): ServerOptions {
  const { maxHeaderSize, headersTimeout, requestTimeout, connectionsCheckingInterval } = limits;
  // Without a host it is refused with the app's headers, not by Node without any.
  const requireHostHeader = false;
  return { maxHeaderSize, headersTimeout, requestTimeout, connectionsCheckingInterval, requireHostHeader };
}

/** Keeps the rest of the limits. A trusted proxy's connections are many people's. */
export function limitConnections(server: Server, limits: ConnectionLimits, trustedProxies: BlockList): void {
  server.maxConnections = limits.maxConnections;
  server.timeout = limits.silenceTimeout;
  const counts = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const peer = plainAddress(socket.remoteAddress ?? "");
    if (isTrusted(peer, trustedProxies)) return;
    const count = (counts.get(peer) ?? 0) + 1;
    counts.set(peer, count);
    socket.once("close", () => {
      const left = (counts.get(peer) ?? 1) - 1;
      if (left === 0) counts.delete(peer);
      else counts.set(peer, left);
    });
    if (count > limits.maxConnectionsOfPeer) socket.destroy();
  });
}
