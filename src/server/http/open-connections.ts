import type { Server } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server, and which of them await a response. */
export interface OpenConnections {
  /**
   * Accepts no more connections. Closes each one as soon as no response is pending on it: at once without a request, or
   * with an incomplete one. After `graceMs` closes the rest.
   */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Call before the server listens. Needed because Node treats a silent connection as one with a pending request. */
export function watchConnections(server: Server): OpenConnections {
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
