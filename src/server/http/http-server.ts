import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Logger } from "pino";
import { portTaken, portUnusable } from "#text/commands/start-lines.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { networkOf, plainAddress } from "./client-address.ts";
import {
  type ConnectionLimits,
  type PendingResponses,
  oneAtATime,
  limitConnections,
  serverOptionsOf,
  trackResponses,
} from "./connection-limits.ts";
import { newRequestId, REQUEST_ID_HEADER } from "./request-log.ts";
import { guardHeaders } from "./security-headers.ts";

/** The statuses of Node's parser errors. Any other is a bad request. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};
const BAD_REQUEST = 400;
const EXPECTATION_FAILED = 417;
const FAILURE = 500;

interface EarlyResponseOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly logger: Logger;
}

function rawResponse(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headers, "content-length": "0", connection: "close" });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
    "",
  ].join("\r\n");
}

/** Whether a response has begun on this connection; a second one would corrupt it. */
function hasResponseBegun(responses: Iterable<ServerResponse>): boolean {
  return [...responses].some(({ headersSent, writableFinished }) => headersSent && !writableFinished);
}

/** Adds the security headers to responses that are sent before any route runs. Node alone would send them without. */
export function guardEarlyResponses(
  server: Server,
  pending: PendingResponses,
  { headers, logger }: EarlyResponseOptions,
): void {
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(EXPECTATION_FAILED, { ...headers, "content-length": 0 }).end();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable && !hasResponseBegun(pending.get(socket) ?? [])) {
      const status = STATUS_OF_ERROR[error.code ?? ""] ?? BAD_REQUEST;
      const network = networkOf(plainAddress(socket.remoteAddress ?? ""));
      const requestId = newRequestId();
      logger.info({ requestId, status, reason: error.code, network }, "request unreadable");
      socket.write(rawResponse(status, { ...headers, [REQUEST_ID_HEADER]: requestId }));
    }
    socket.destroy();
  });
}

/** The response to a request that the framework cannot parse: no host, or an invalid URL. */
function refuseUnreadable(error: unknown, { headers, logger }: EarlyResponseOptions): Response {
  const requestId = newRequestId();
  const status = error instanceof RequestError ? BAD_REQUEST : FAILURE;
  if (status === FAILURE) logger.error({ requestId, error: String(error) }, "request failed");
  else logger.info({ requestId, status }, "request unreadable");
  return new Response(null, { status, headers: { ...headers, [REQUEST_ID_HEADER]: requestId } });
}

/**
 * Graceful shutdown. Returns a function that accepts no more connections, and closes each open one when its responses are
 * sent: at once if it has no request, or an incomplete one. After `graceMs` it closes the rest.
 *
 * `closerOf` itself must be called before the server listens.
 */
function closerOf(server: Server, pending: PendingResponses): (graceMs: number) => Promise<void> {
  let isClosing = false;

  function closeIfIdle(socket: Socket): void {
    if (isClosing && pending.get(socket)?.size === 0) socket.destroySoon();
  }

  server.on("connection", closeIfIdle);
  server.on("request", ({ socket }, response) => void response.once("close", () => closeIfIdle(socket)));
  return async (graceMs) => {
    const closed = Promise.withResolvers<void>();
    isClosing = true;
    server.close(() => closed.resolve());
    for (const socket of pending.keys()) closeIfIdle(socket);
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed.promise;
    clearTimeout(deadline);
  };
}

interface HttpServerOptions {
  readonly settings: Settings;
  readonly limits: ConnectionLimits;
  readonly logger: Logger;
}

export interface HttpServer {
  readonly port: number;
  /** Handles all requests with `handle`. Requests that arrived before this call have waited for it. */
  readonly setHandler: (handle: Parameters<typeof getRequestListener>[0]) => void;
  /** Accepts no more connections, and finishes the requests in flight. */
  readonly close: () => Promise<void>;
  readonly abort: () => void;
}

/** Requests in flight are aborted after this. Mails and database have two more seconds before the process ends. */
const GRACE_MS = 6000;

async function listen(server: Server, { host, port }: Settings): Promise<number> {
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen({ host, port }, listening.resolve);
  try {
    await listening.promise;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    const problem = reason === "EADDRINUSE" ? portTaken(port, host) : portUnusable(port, host, reason);
    throw new StartError(problem, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

/** Starts to listen, on the port of the settings. @throws StartError when the port is in use or not permitted */
export async function openHttpServer({ settings, limits, logger }: HttpServerOptions): Promise<HttpServer> {
  const early = { headers: guardHeaders({ ...settings, origin: settings.baseUrl ?? "" }), logger };
  const errorHandler = (error: unknown) => refuseUnreadable(error, early);
  const ready = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  const server = createServer(serverOptionsOf(limits));
  const pending = trackResponses(server);
  const close = closerOf(server, pending);
  limitConnections(server, pending, limits, settings.trustedProxies);
  guardEarlyResponses(server, pending, early);
  // Requests that arrive while the planning opens, such as during migrations, wait until it is open.
  server.on(
    "request",
    oneAtATime((request, response) => void ready.promise.then((handle) => handle(request, response))),
  );
  const port = await listen(server, settings);

  return {
    port,
    setHandler(handle) {
      // Node discards unread bodies by itself. The library would close the connection after half a second.
      ready.resolve(getRequestListener(handle, { errorHandler, autoCleanupIncoming: false }));
    },
    close: () => close(GRACE_MS),
    abort() {
      server.close();
      server.closeAllConnections();
    },
  };
}
