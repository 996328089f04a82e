import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";

/** Writes the body of a stream for as long as it likes; the head is out. */
export type StreamBody = (outgoing: ServerResponse) => void;

/** What every route may know about the request besides what was sent. */
export interface RequestVariables {
  requestId: string;
  /** The address of whoever made the call. */
  clientAddress: string;
  /** What limits count as one: that address, or its network where one household has many. */
  clientNetwork: string;
  /** For the log: whose account the call is about, and the code of the error that it was answered with. */
  personId?: string;
  refusal?: string;
  /** Counts this call for whoever makes it, if it writes. @throws Refusal `request.too_many` */
  countWrite: (personId: string) => void;
  /** Whether a proxy passed it on. */
  isForwarded: boolean;
  /** Of an answer that is a stream. */
  streamBody?: StreamBody;
}

export interface AppEnv {
  // An in-process test has no socket.
  Bindings: Partial<HttpBindings>;
  Variables: RequestVariables;
}
