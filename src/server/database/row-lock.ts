import type { SelectQueryBuilder } from "kysely";
import type { Engine } from "./database.ts";

/**
 * Adds `for update` to a query: locks the rows that it reads until the transaction ends. Not on SQLite, where a write
 * transaction locks the whole file.
 */
export function lockRows<Tables, Names extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return engine === "postgres" ? query.forUpdate() : query;
}
