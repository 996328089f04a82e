import { type Kysely, sql } from "kysely";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** What a query runs on: the database, or a transaction. */
export interface Queryable {
  readonly engine: Engine;
  readonly kysely: Kysely<Tables>;
}

/**
 * Receives a notification's payload; `null` after reconnecting, when notifications may have been missed, and on SQLite
 * after a commit of another process.
 */
export type NoticeListener = (payload: string | null) => void;

/** Called before each statement. May wait, because SQLite's statements would otherwise run without a break. */
export type Pause = () => Promise<void> | undefined;

/** A failure of the database itself rather than of the query. */
export type DatabaseFailure = "unavailable" | "disk_full";

/** An open database. */
export interface Database extends Queryable {
  /** Whether an error of the driver says that a row with this unique value exists already. */
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** The failure of the database that an error stands for; `null` for any other error. */
  readonly failureOf: (error: unknown) => DatabaseFailure | null;
  /** Database settings, as `name=value`, with which a power cut may lose acknowledged writes. */
  readonly weakSettings: readonly string[];
  /**
   * Calls `onNotice` for what `notifyProcesses` sends on this channel, also from this process; on SQLite, when another
   * process committed something. Returns a function that stops it.
   */
  readonly listen: (channel: string, onNotice: NoticeListener) => () => Promise<void>;
  /** The bytes that the database takes on its disk. */
  readonly readSize: () => Promise<number>;
  /** Resolves if the database answers. */
  readonly ping: () => Promise<void>;
  /**
   * From now on a query fails as `unavailable` within seconds if the database is silent or locked by another process.
   * Without this call, as in commands and migrations, there is no such limit.
   */
  readonly limitWaits: () => void;
  /** Erases deleted data from the database's files, as far as the engine allows and no open reader still needs it. */
  readonly forgetDeleted: () => Promise<void>;
  /** Closes all connections; a silent database is cut off after a moment. */
  readonly close: () => Promise<void>;
}

/**
 * Updates the planner statistics of PostgreSQL after many inserts: until its own update, a minute later, it would
 * choose unsuitable indexes. SQLite does not need this.
 */
export async function refreshStatistics({ kysely, engine }: Queryable, table: keyof Tables): Promise<void> {
  if (engine === "postgres") await sql`analyze ${sql.table(table)}`.execute(kysely);
}
