import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { endianness } from "node:os";
import { promisify } from "node:util";
import { ipv6Groups } from "../http/client-address.ts";

/** Whose process is at the other end of a connection. `unknown`: on another machine, or not reported by the system. */
export type PeerOwner = "same-user" | "other-user" | "unknown";

/** Both ends of a TCP connection as this server sees them: `remote` is the peer's end. */
export interface Connection {
  readonly local: Endpoint;
  readonly remote: Endpoint;
}

export interface Endpoint {
  /** IPv4 or IPv6; an IPv4 address that came in over IPv6 is written as IPv4. */
  readonly address: string;
  readonly port: number;
}

/** The operating system's table of sockets and their owners: on macOS from `lsof`, on Linux from `/proc/net`. */
export interface SocketTable {
  /** The owner of the remote end. @param uid the numeric id of the user who runs this process */
  readonly ownerOf: (connection: Connection, uid: number) => PeerOwner | Promise<PeerOwner>;
  readonly isReadable: () => boolean | Promise<boolean>;
}

const execute = promisify(execFile);
const TIMEOUT_MS = 5000;

function nameOf({ address, port }: Endpoint): string {
  return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
}

/** Whether a line of `lsof -Fn` is the peer's own end: `n127.0.0.1:50000->127.0.0.1:3000`. */
export function isListed(output: string, { local, remote }: Connection): boolean {
  return output.split("\n").includes(`n${nameOf(remote)}->${nameOf(local)}`);
}

/** The output of lsof; empty if it finds nothing, which it reports by its exit code. */
async function lsof(options: readonly string[]): Promise<string> {
  try {
    return (await execute("lsof", options, { timeout: TIMEOUT_MS })).stdout;
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
    // This process has open files, so a working lsof always lists some.
    return (await lsof(["-p", String(process.pid), "-Fp"])) !== "";
  },
};

/** IPv4 and IPv6 sockets. A connection of an IPv6 socket to an IPv4 address is in the second file. */
const FILES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;
/** RFC 4291 §2.5.5.2: the start of an IPv4 address within an IPv6 one. */
const IPV4_MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const WORD_BYTES = 4;
const PORT_DIGITS = 4;
/** Columns of a row, counted from the state. Source: kernel, Documentation/networking/proc_net_tcp.rst. */
const UID_COLUMN = 4;
const INODE_COLUMN = 6;

/** The kernel writes an address as 32-bit words in the byte order of the machine. */
function hexOf(bytes: readonly number[]): string {
  const words = Array.from({ length: bytes.length / WORD_BYTES }, (_, index) => {
    const word = bytes.slice(index * WORD_BYTES, (index + 1) * WORD_BYTES);
    return Buffer.from(endianness() === "LE" ? word.toReversed() : word).toString("hex");
  });
  return words.join("").toUpperCase();
}

/**
 * How each of `FILES` writes an endpoint: `0100007F:0BB8` is port 3000 of 127.0.0.1. `null`: the file cannot contain it.
 */
function columnsOf({ address, port }: Endpoint): readonly [string | null, string] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(PORT_DIGITS, "0")}`;
  if (isIPv6(address)) {
    const ipv6Bytes = ipv6Groups(address).flatMap((group) => [group >> 8, group & 0xff]);
    return [null, hexOf(ipv6Bytes) + suffix];
  }
  const bytes = address.split(".").map(Number);
  return [hexOf(bytes) + suffix, hexOf([...IPV4_MAPPED, ...bytes]) + suffix];
}

/**
 * Synchronous, 2 ms for 300 sockets: the kernel gives 4 kB at a time. The thread pool then does one small read after the
 * other, which took up to 0.9 s on a busy machine.
 */
function readTable(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    // Without IPv6 the second file is missing; in some sandboxes both are.
    return "";
  }
}

/**
 * The user id of the owner of the socket from `from` to `to`, in any TCP state: a half-closed connection has an owner, too.
 * `null` if no program has the socket open: the table wrongly shows root (0) as the owner of closed connections.
 */
export function uidInTable(table: string, from: string, to: string): number | null {
  const endpoints = ` ${from} ${to} `;
  const start = table.indexOf(endpoints);
  if (start === -1) return null;
  const endOfLine = table.indexOf("\n", start);
  const columns = table.slice(start + endpoints.length, endOfLine === -1 ? undefined : endOfLine).split(/ +/);
  const isOpen = Number(columns[INODE_COLUMN]) > 0;
  return isOpen ? Number(columns[UID_COLUMN]) : null;
}

function findUid({ local, remote }: Connection): number | null {
  // Look for the peer's own row, from its end to ours.
  const [peerColumns, ownColumns] = [columnsOf(remote), columnsOf(local)];
  for (const [index, file] of FILES.entries()) {
    const [from, to] = [peerColumns[index], ownColumns[index]];
    if (from == null || to == null) continue;
    const uid = uidInTable(readTable(file), from, to);
    if (uid !== null) return uid;
  }
  return null;
}

/** Linux: the kernel's table of sockets, which every user can read. */
export const PROC_NET_TCP: SocketTable = {
  ownerOf(connection, ownUid) {
    // One read may miss a row while other connections open and close.
    const uid = findUid(connection) ?? findUid(connection);
    if (uid === null) return "unknown";
    return uid === ownUid ? "same-user" : "other-user";
  },
  // The table begins with a line of titles.
  isReadable: () => readTable(FILES[0]) !== "",
};
