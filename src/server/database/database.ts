import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** What a query runs on: the database itself, or one transaction of it. */
export interface Queryable {
  readonly engine: Engine;
  readonly kysely: Kysely<Tables>;
}

/** The one database of this process. */
export interface Database extends Queryable {
  /** Whether an error of the driver says that a row with this unique value exists already. */
  readonly isUniqueViolation: (error: unknown) => boolean;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}
