import type { SelectQueryBuilder } from "kysely";
import type { Engine } from "./database.ts";

/**
 * Locks the rows that a query reads until its transaction ends. On SQLite the write transaction has locked the whole file
 * already.
 */
export function lockRows<Tables, Names extends keyof Tables, Row>(
  engine: Engine,
  query: SelectQueryBuilder<Tables, Names, Row>,
): SelectQueryBuilder<Tables, Names, Row> {
  return engine === "postgres" ? query.forUpdate() : query;
}
