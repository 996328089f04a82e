import type { HttpBindings } from "@hono/node-server";

/** What every route may know about the request besides what was sent. */
export interface RequestVariables {
  requestId: string;
  /** The address of whoever made the call. */
  clientAddress: string;
  /** Whether a proxy passed it on. */
  isForwarded: boolean;
}

export interface AppEnv {
  // An in-process test has no socket.
  Bindings: Partial<HttpBindings>;
  Variables: RequestVariables;
}
