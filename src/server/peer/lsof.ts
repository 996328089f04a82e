import { execFile } from "node:child_process";
import { isIPv6 } from "node:net";
import { promisify } from "node:util";
import type { Connection, Endpoint, SocketTable } from "./socket-table.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 5000;

function nameOf({ address, port }: Endpoint): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** Whether a line of `lsof -Fn` is the peer's own end: `n127.0.0.1:50000->127.0.0.1:3000`. */
export function isListed(output: string, { local, remote }: Connection): boolean {
  return output.split("\n").includes(`n${nameOf(remote)}->${nameOf(local)}`);
}

/** The output of lsof; empty if it finds nothing, which it reports by its exit code. */
async function lsof(words: readonly string[]): Promise<string> {
  try {
    return (await run("lsof", words, { timeout: TIMEOUT_MS })).stdout;
  } catch {
    return "";
  }
}

/** macOS: `lsof` lists the user's own sockets. It shows the owners of other sockets to root only. */
export const LSOF: SocketTable = {
  async ownerOf(connection, uid) {
    const { port } = connection.remote;
    const output = await lsof(["-nP", "-a", "-u", String(uid), `-iTCP:${port}`, "-sTCP:ESTABLISHED", "-Fn"]);
    return isListed(output, connection) ? "same-user" : "unknown";
  },
  async isReadable() {
    // lsof itself has open files, so a working lsof always finds some.
    return (await lsof(["-p", String(process.pid), "-Fp"])) !== "";
  },
};
