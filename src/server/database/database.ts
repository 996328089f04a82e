import { type Kysely, sql } from "kysely";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** What a query runs on: the database, or a transaction. */
export interface Queryable {
  readonly engine: Engine;
  readonly kysely: Kysely<Tables>;
}

/**
 * Called with the payload of a notification that another process sent. The payload is `null` when something unknown may
 * have changed: on PostgreSQL after reconnecting, on SQLite after a commit of another process.
 */
export type NoticeListener = (payload: string | null) => void;

/** Called before each statement on SQLite. The promise yields to the event loop; `undefined`: no pause is needed. */
export type Pause = () => Promise<void> | undefined;

/** A failure of the database itself rather than of the query. */
export type DatabaseFailure = "unavailable" | "disk_full";

/** An open database. */
export interface Database extends Queryable {
  /** Whether a query failed because a row with the same unique value exists. */
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** Which failure of the database caused this error; `null` for any other error. */
  readonly failureOf: (error: unknown) => DatabaseFailure | null;
  /** Unsafe settings of the database, as `name=value`: a power cut may lose committed writes. Logged at the start. */
  readonly weakSettings: readonly string[];
  /**
   * Calls `onNotice` for each notification that any process sends on this channel by `notifyProcesses`. On SQLite: when
   * another process committed something. Returns a function that stops it.
   */
  readonly listen: (channel: string, onNotice: NoticeListener) => () => Promise<void>;
  /** The size of the database on disk, in bytes. */
  readonly readSize: () => Promise<number>;
  /** Resolves if the database answers. */
  readonly ping: () => Promise<void>;
  /**
   * Sets timeouts: from now on a query fails as `unavailable` within seconds if the database does not respond, or another
   * process has locked it. Commands and migrations run without timeouts.
   */
  readonly limitWaits: () => void;
  /** Erases deleted data from the database's files, as far as the engine allows and no open reader still needs it. */
  readonly forgetDeleted: () => Promise<void>;
  /** Closes all connections. If the database does not respond, cuts them off after a moment. */
  readonly close: () => Promise<void>;
}

/**
 * Updates the query planner's statistics of PostgreSQL after many inserts. PostgreSQL does it only a minute later, and
 * would choose slow indexes until then. SQLite does not need this.
 */
export async function refreshStatistics({ kysely, engine }: Queryable, table: keyof Tables): Promise<void> {
  if (engine === "postgres") await sql`analyze ${sql.table(table)}`.execute(kysely);
}
