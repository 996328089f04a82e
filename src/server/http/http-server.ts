import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { portTaken, portUnusable } from "#text/commands/start-lines.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { type ConnectionLimits, limitConnections, serverOptionsOf } from "./connection-limits.ts";
import { guardEarlyAnswers, refuseUnreadable } from "./early-answers.ts";
import { inTurns } from "./request-turns.ts";
import { guardHeaders } from "./security-headers.ts";

/** The open connections of a server, and which of them await a response. */
interface OpenConnections {
  /**
   * Accepts no more connections. Closes each one as soon as no response is pending on it: at once without a request, or
   * with an incomplete one. After `graceMs` closes the rest.
   */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Call before the server listens. Needed because Node treats a silent connection as one with a pending request. */
function watchConnections(server: Server): OpenConnections {
  const owed = new Map<Socket, number>();
  let isClosing = false;

  function leaveIfDone(socket: Socket): void {
    if (isClosing && owed.get(socket) === 0) socket.destroySoon();
  }

  server.on("connection", (socket: Socket) => {
    owed.set(socket, 0);
    socket.once("close", () => owed.delete(socket));
    leaveIfDone(socket);
  });
  server.on("request", ({ socket }, response) => {
    owed.set(socket, (owed.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = owed.get(socket);
      if (left !== undefined) owed.set(socket, left - 1);
      leaveIfDone(socket);
    });
  });

  return {
    async close(graceMs) {
      const closed = Promise.withResolvers<void>();
      isClosing = true;
      server.close(() => closed.resolve());
      for (const socket of owed.keys()) leaveIfDone(socket);
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed.promise;
      clearTimeout(deadline);
    },
  };
}

interface HttpServerOptions {
  readonly settings: Settings;
  readonly limits: ConnectionLimits;
  readonly logger: Logger;
}

/** The process's listening server. */
export interface HttpServer {
  readonly port: number;
  /** Answers all requests, those included that arrived before. */
  readonly answerWith: (answer: Parameters<typeof getRequestListener>[0]) => void;
  /** Accepts no more connections, and finishes the requests in flight. */
  readonly close: () => Promise<void>;
  /** Closes everything at once. */
  readonly abort: () => void;
}

/** Requests still in flight after this are aborted. Mails and database have two more seconds, then the process ends. */
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

/** Starts to listen. @throws StartError when the port is in use or not permitted */
export async function openHttpServer({ settings, limits, logger }: HttpServerOptions): Promise<HttpServer> {
  const early = { headers: guardHeaders({ ...settings, origin: settings.baseUrl ?? "" }), logger };
  const errorHandler = (error: unknown) => refuseUnreadable(error, early);
  const ready = Promise.withResolvers<ReturnType<typeof getRequestListener>>();
  const server = createServer(serverOptionsOf(limits));
  const connections = watchConnections(server);
  limitConnections(server, limits, settings.trustedProxies);
  guardEarlyAnswers(server, early);
  // Requests that arrive during migrations are answered afterwards.
  server.on(
    "request",
    inTurns((request, response) => void ready.promise.then((answer) => answer(request, response))),
  );
  const port = await listen(server, settings);

  return {
    port,
    answerWith(answer) {
      // Node discards unread bodies by itself. The library would close the connection after half a second.
      ready.resolve(getRequestListener(answer, { errorHandler, autoCleanupIncoming: false }));
    },
    close: () => connections.close(GRACE_MS),
    abort() {
      server.close();
      server.closeAllConnections();
    },
  };
}
