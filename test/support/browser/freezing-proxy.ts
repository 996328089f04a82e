import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { freePort } from "../postgres/free-port.ts";

/** A proxy in front of the product that can freeze: it still accepts connections, but passes no bytes either way. */
export type FreezingProxy = {
  url: string;
  /** The port on which the product must listen. */
  targetPort: number;
  freeze: () => void;
  /** Passes bytes again, first those that it held back. */
  thaw: () => void;
  close: () => Promise<void>;
};

export async function startFreezingProxy(): Promise<FreezingProxy> {
  const targetPort = await freePort();
  const sockets = new Set<Socket>();
  let isFrozen = false;

  function hold(socket: Socket): void {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // "close" follows every error, and destroys the other socket.
    socket.on("error", () => undefined);
    if (isFrozen) socket.pause();
  }

  const server = createServer({ pauseOnConnect: true }, (browser) => {
    const product = connect(targetPort, "127.0.0.1");
    for (const [from, to] of [
      [browser, product],
      [product, browser],
    ] as const) {
      from.on("data", (bytes) => {
        // The return value is ignored: bytes that the other side does not read yet are buffered here.
        to.write(bytes);
      });
      from.on("close", () => to.destroy());
      hold(from);
    }
    if (!isFrozen) browser.resume();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://localhost:${portOf(server)}`,
    targetPort,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function portOf(server: { address: () => AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port;
}
