import type { Context } from "hono";
import type { AppEnv } from "./request-context.ts";
import type { RightsHolder } from "#domain/permissions.ts";
import type { UserRecord } from "./user-record.ts";

/** A person with their current rights. */
export interface EntitledUser extends UserRecord, RightsHolder {}

/** The signed-in user who makes a call. */
export interface Actor extends EntitledUser {
  /** The session of this call. */
  readonly sessionId: string;
}

/** Identifies the user of a call. */
export interface Callers {
  /** The user of the request's session cookie, read by one query; `null` without a valid session. */
  readonly actorOf: (context: Context<AppEnv>) => Promise<Actor | null>;
}
