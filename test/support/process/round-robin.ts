import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** One address before several processes: each connection goes to the next of them, as with a proxy's list of servers. */
export interface RoundRobin {
  readonly url: string;
  /** From now on these ports take turns. */
  readonly serve: (ports: readonly number[]) => void;
  readonly close: () => Promise<void>;
}

export async function startRoundRobin(): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;
  const server = createServer((visitor) => {
    const port = ports[turn % ports.length] ?? 0;
    turn += 1;
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
    serve: (next) => void (ports = next),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
