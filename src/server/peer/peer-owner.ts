import type { Socket } from "node:net";
import { plainAddress } from "../http/client-address.ts";
import { type Connection, LSOF, type PeerOwner, PROC_NET_TCP, type SocketTable } from "./socket-tables.ts";

const TABLES: Partial<Record<NodeJS.Platform, SocketTable>> = { linux: PROC_NET_TCP, darwin: LSOF };
/** Linux shows this uid in a user namespace for all users outside it (`/proc/sys/kernel/overflowuid`): it names nobody. */
const OVERFLOW_UID = 65_534;

interface PeerOwnersOptions {
  readonly platform?: NodeJS.Platform;
  /** The effective user of this process, to whom its sockets belong. */
  readonly uid?: number | undefined;
}

function connectionOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): Connection | null {
  if (localAddress === undefined || localPort === undefined) return null;
  if (remoteAddress === undefined || remotePort === undefined) return null;
  return {
    local: { address: plainAddress(localAddress), port: localPort },
    remote: { address: plainAddress(remoteAddress), port: remotePort },
  };
}

/**
 * Tells which user of this machine runs the process that connects to this server: a check for the built-in admin. Reads the
 * system's table of sockets, which clients cannot falsify.
 */
export function createPeerOwners(options: PeerOwnersOptions = {}) {
  const { platform = process.platform, uid = process.geteuid?.() } = options;
  const table = uid === undefined || uid === OVERFLOW_UID ? undefined : TABLES[platform];
  const owners = new WeakMap<Socket, Promise<PeerOwner>>();

  async function ask(socket: Socket): Promise<PeerOwner> {
    const connection = connectionOf(socket);
    if (table === undefined || uid === undefined || connection === null) return "unknown";
    return table.ownerOf(connection, uid);
  }

  return {
    /** The owner of the connection's other end. It never changes, so the system is asked once for each connection. */
    of: async (socket: Socket | undefined): Promise<PeerOwner> => {
      if (socket === undefined) return "unknown";
      const owner = owners.get(socket) ?? ask(socket);
      owners.set(socket, owner);
      return owner;
    },
    /** Whether this system can report the owners of sockets. */
    isSupported: async (): Promise<boolean> => table !== undefined && (await table.isReadable()),
  };
}

export type PeerOwners = ReturnType<typeof createPeerOwners>;
