import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { BlockList, Socket } from "node:net";
import { isTrusted, networkOf, plainAddress } from "./client-address.ts";

/** Limits on what a connection may use; times in milliseconds. */
export interface ConnectionLimits {
  /** Size of the request line and all headers, in bytes. */
  readonly maxHeaderSize: number;
  readonly headersTimeout: number;
  /** Time for the whole request: the largest, 5 MiB, at 1.3 Mbit/s. */
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
  /** Closes a connection whose client reads nothing of its response. Streams send heartbeats more often than this. */
  readonly silenceTimeout: number;
  /**
   * Closes a connection without requests (keep-alive). Longer than proxies keep theirs (nginx 60 s, Traefik 90 s, Caddy
   * two minutes). Race: if the server closed first, a request on its way would be lost, and the proxy would respond 502.
   */
  readonly idleTimeout: number;
  /** Beyond this number, each new connection closes an older one of the network that has the most. */
  readonly maxConnections: number;
  /** For each network. Enough for a thousand streams through a local proxy that is missing in TRUSTED_PROXY. */
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
  return {
    maxHeaderSize: limits.maxHeaderSize,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    keepAliveTimeout: limits.idleTimeout,
    // The app itself refuses a request without a host: Node's refusal would lack the security headers.
    requireHostHeader: false,
  };
}

/**
 * The open connections, each with its pending responses. Node's own count is no use: it counts a silent connection as a
 * pending request.
 */
export type PendingResponses = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>;

/** Call it before any other listener is added. */
export function trackResponses(server: Server): PendingResponses {
  const pending = new Map<Socket, Set<ServerResponse>>();
  server.on("connection", (socket: Socket) => {
    pending.set(socket, new Set());
    socket.once("close", () => pending.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    const responses = pending.get(socket)?.add(response);
    response.once("close", () => responses?.delete(response));
  });
  return pending;
}

/**
 * Enforces the limits that Node does not. If there are too many connections, a new one closes another one, in the network
 * that has the most: its oldest idle connection, or else its oldest. Connections of trusted proxies carry many users, and
 * are never closed for this reason.
 */
export function limitConnections(
  server: Server,
  pending: PendingResponses,
  limits: ConnectionLimits,
  trustedProxies: BlockList,
): void {
  server.timeout = limits.silenceTimeout;
  /** The connections of each network, the oldest first. */
  const networks = new Map<string, Set<Socket>>();

  function makeRoom(): void {
    const [largest] = [...networks.values()].toSorted((a, b) => b.size - a.size);
    const oldestFirst = [...(largest ?? [])];
    const idle = oldestFirst.find((socket) => pending.get(socket)?.size === 0);
    (idle ?? oldestFirst[0])?.destroy();
  }

  function countForNetwork(socket: Socket): void {
    const network = networkOf(plainAddress(socket.remoteAddress ?? ""));
    const connections = networks.get(network) ?? new Set();
    networks.set(network, connections.add(socket));
    socket.once("close", () => {
      connections.delete(socket);
      if (connections.size === 0) networks.delete(network);
    });
    if (connections.size > limits.maxConnectionsOfNetwork) socket.destroy();
  }

  server.on("connection", (socket: Socket) => {
    if (!isTrusted(plainAddress(socket.remoteAddress ?? ""), trustedProxies)) countForNetwork(socket);
    if (pending.size > limits.maxConnections) makeRoom();
  });
}

/**
 * How many requests may wait on one connection (HTTP pipelining). No browser sends a second request before the first
 * response, and few other programs do.
 */
const WAITING_MAX = 16;
/** The total size of the addresses, headers and bodies of the waiting requests. */
const WAITING_MAX_BYTES = 64 * 1024;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bytes: number;
}

/** The requests that wait on a connection while another one is handled. */
type Queue = Waiting[];

/** The memory of a waiting request; infinite for a body of unknown length. */
function bytesOf({ url = "", rawHeaders, headers }: IncomingMessage): number {
  const headerBytes = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  const bodyBytes = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity;
  return url.length + headerBytes + bodyBytes;
}

function hasRoom(queue: Queue, bytes: number): boolean {
  const waitingBytes = queue.reduce((sum, request) => sum + request.bytes, 0);
  return queue.length < WAITING_MAX && waitingBytes + bytes <= WAITING_MAX_BYTES;
}

/**
 * Handles the requests of one connection one at a time: the next one starts when the previous response was sent. Node
 * alone would handle all at once, and buffer all responses for a client that reads none. A connection with too many
 * waiting requests is closed.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  /** A connection is in this map as long as one of its requests is being handled. */
  const queues = new WeakMap<Socket, Queue>();

  function handleNow(queue: Queue, socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => {
      const next = queue.shift();
      if (next === undefined || socket.destroyed) queues.delete(socket);
      else handleNow(queue, socket, next.request, next.response);
    });
    handle(request, response);
  }

  return function enqueue(request, response) {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue === undefined) {
      const newQueue: Queue = [];
      queues.set(socket, newQueue);
      handleNow(newQueue, socket, request, response);
      return;
    }
    const bytes = bytesOf(request);
    if (hasRoom(queue, bytes)) queue.push({ request, response, bytes });
    else socket.destroy();
  };
}
