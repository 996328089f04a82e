import { type ColumnDataType, type QueryExecutorProvider, type RawBuilder, type SchemaModule, sql } from "kysely";
import type { Engine } from "../database.ts";

/** Column types whose names differ between SQLite and PostgreSQL. */
export interface ColumnTypes {
  readonly date: ColumnDataType;
  /** For a boolean. */
  readonly truth: ColumnDataType;
  /** Text ordered by code points, independent of the server's locale. */
  readonly plainText: ColumnDataType | RawBuilder<unknown>;
}

export const COLUMN_TYPES: Readonly<Record<Engine, ColumnTypes>> = {
  sqlite: { date: "text", truth: "integer", plainText: "text" },
  postgres: { date: "timestamptz", truth: "boolean", plainText: sql`text collate "C"` },
};

/**
 * What a migration may use: the schema builder and plain SQL. Not the typed tables, which describe only the newest schema.
 */
export interface SchemaConnection extends QueryExecutorProvider {
  readonly schema: SchemaModule;
}

/** One change of the schema. Its version is its position in `MIGRATIONS`, so a new one goes to the end of the list. */
export interface Migration {
  readonly name: string;
  readonly up: (kysely: SchemaConnection, types: ColumnTypes, engine: Engine) => Promise<void>;
}
