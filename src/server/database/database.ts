import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** What a query runs on: the database itself, or one transaction of it. */
export interface Queryable {
  readonly engine: Engine;
  readonly kysely: Kysely<Tables>;
}

/** Hears what was told; `null`: it listens anew, and something may have been told meanwhile. */
export type NoticeListener = (payload: string | null) => void;

/** What keeps a database from doing what it was asked for, whoever asked. */
export type DatabaseFailure = "unavailable" | "disk_full";

/** The one database of this process. */
export interface Database extends Queryable {
  /** Whether an error of the driver says that a row with this unique value exists already. */
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** What an error says of the database's own state; `null` where it says nothing of it. */
  readonly failureOf: (error: unknown) => DatabaseFailure | null;
  /** Settings, as `name=value`, with which what was acknowledged may be gone after a power cut. */
  readonly weakSettings: readonly string[];
  /** Hears what `notifyProcesses` tells on this channel, by this process too. Answers how to stop. */
  readonly listen: (channel: string, onNotice: NoticeListener) => () => Promise<void>;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}
