/** The owner of a connection's other end. `unknown`: on another machine, or not reported by the system. */
export type PeerOwner = "same-user" | "other-user" | "unknown";

/** Both ends of a TCP connection as seen by the server: `remote` is the peer's end. */
export interface Connection {
  readonly local: Endpoint;
  readonly remote: Endpoint;
}

export interface Endpoint {
  /** IPv4 or IPv6; an IPv4 address that came in over IPv6 is written as IPv4. */
  readonly address: string;
  readonly port: number;
}

/** The system's table of sockets and their owners. */
export interface SocketTable {
  /** The owner of the remote end. @param uid the numeric id of the user who runs this process */
  readonly ownerOf: (connection: Connection, uid: number) => Promise<PeerOwner>;
  readonly isReadable: () => Promise<boolean>;
}
