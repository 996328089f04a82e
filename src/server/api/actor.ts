import type { Context } from "hono";
import type { AppEnv } from "./request-context.ts";
import type { UserRecord } from "./user-record.ts";

/** The signed-in user who makes a call, with their current rights. */
export interface Actor extends UserRecord {
  /** The session of this call. */
  readonly sessionId: string;
}

/** Identifies the user of a call. */
export interface Callers {
  /** The user of the request's session cookie, read by one query; `null` without a valid session. */
  readonly actorOf: (context: Context<AppEnv>) => Promise<Actor | null>;
}
