import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/**
 * Runs in the network namespace of a proxy, as `node visitor-sockets.ts FOLDER ADDRESS…`. A test outside this namespace
 * can still use Unix sockets, which are files. A connection to the socket `FOLDER/ADDRESS-PORT` is passed on to the proxy's
 * port 80 or 443, with ADDRESS as the visitor's address. Prints `open` once all sockets listen.
 */
const [folder = "", ...addresses] = process.argv.slice(2);
const PORTS = [80, 443];
const HERE = "127.0.0.1";

function passOn(from: Socket, to: Socket): void {
  from.pipe(to);
  from.on("error", () => to.destroy());
  from.on("close", () => to.destroy());
}

function open(localAddress: string, port: number): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (visitor) => {
    const proxy = connect({ host: HERE, port, localAddress, allowHalfOpen: true });
    passOn(visitor, proxy);
    passOn(proxy, visitor);
  });
  return new Promise((resolve) => server.listen(join(folder, `${localAddress}-${port}`), resolve));
}

await Promise.all(addresses.flatMap((address) => PORTS.map((port) => open(address, port))));
process.stdout.write("open\n");
