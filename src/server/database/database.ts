import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** What a query runs on: the database itself, or one transaction of it. */
export type Connection = Kysely<Tables>;

/** The one database of this process. */
export interface Database {
  readonly engine: Engine;
  readonly kysely: Connection;
  /** Whether an error of the driver says that a row with this unique value exists already. */
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}
