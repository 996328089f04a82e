import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";

/**
 * Runs inside the network of a proxy's machine, as `node door.ts FOLDER ADDRESS…`. Sockets of the file system reach into
 * every network: what connects to the socket `ADDRESS-PORT` in the folder comes out as a visitor from that address, at
 * port 80 or 443 of this machine. Prints `open` once all can be reached.
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
