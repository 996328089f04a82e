import type { SelectQueryBuilder } from "kysely";
import type { Engine } from "./database.ts";

/**
 * Holds the rows that a query reads until its transaction ends, so that they are then still what was read. SQLite's
 * write transaction holds the whole file already.
 */
export function holdRows<Tables, Names extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return engine === "postgres" ? query.forUpdate() : query;
}
