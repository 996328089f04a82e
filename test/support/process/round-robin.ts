import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A load balancer: each connection to its address goes to the next of several processes. */
export interface RoundRobin {
  readonly url: string;
  /** The ports of the processes from now on. */
  readonly serve: (ports: readonly number[]) => void;
  readonly close: () => Promise<void>;
}

export async function startRoundRobin(): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  let ports: readonly number[] = [];
  let next = 0;
  const server = createServer((visitor) => {
    const port = ports[next % ports.length] ?? 0;
    next += 1;
    const process = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [visitor, process],
      [process, visitor],
    ] as const) {
      sockets.add(from);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      // "close" follows.
      from.on("error", () => undefined);
      from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    serve: (newPorts) => void (ports = newPorts),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
