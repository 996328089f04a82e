import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { RightsHolder } from "#domain/permissions.ts";
import type { PeerOwner } from "../peer/socket-tables.ts";
import type { UserRecord } from "./user-record.ts";

export interface EntitledUser extends UserRecord, RightsHolder {}

/** The signed-in user who makes a call. */
export interface Actor extends EntitledUser {
  readonly sessionId: string;
}

export interface Callers {
  /** The user of the request's session cookie, read by one query; `null` without a valid session. */
  readonly actorOf: (context: Context<AppEnv>) => Promise<Actor | null>;
}

/** Writes a streamed body, for any length of time. The response head has been sent already. */
export type StreamBody = (outgoing: ServerResponse) => void;

export interface RequestVariables {
  requestId: string;
  clientAddress: string;
  /** The unit that limits count: the IPv4 address, or the IPv6 network of one household. */
  clientNetwork: string;
  /** For the log: the account that the call is about, and the error code of the answer. */
  personId?: string;
  refusal?: string;
  /** Counts this call for the calling user, or for the token of a link. Rejects with the Refusal `request.too_many`. */
  countCall: (caller: string) => Promise<void>;
  isForwarded: boolean;
  /** The owner of the connection's other end. Asks the operating system only when called. */
  peerOwner: () => Promise<PeerOwner>;
  streamBody?: StreamBody;
}

export interface AppEnv {
  // An in-process test has no socket.
  Bindings: Partial<HttpBindings>;
  Variables: RequestVariables;
}
