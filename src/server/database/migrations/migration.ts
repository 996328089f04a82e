import { type ColumnDataType, type QueryExecutorProvider, type RawBuilder, type SchemaModule, sql } from "kysely";
import type { Engine } from "../database.ts";

/** The same column under the name that each engine gives its type. */
export interface ColumnTypes {
  readonly date: ColumnDataType;
  readonly truth: ColumnDataType;
  /** Text whose order is that of its code points, whatever language a server was set up in. */
  readonly plainText: ColumnDataType | RawBuilder<unknown>;
}

export const COLUMN_TYPES: Readonly<Record<Engine, ColumnTypes>> = {
  sqlite: { date: "text", truth: "integer", plainText: "text" },
  postgres: { date: "timestamptz", truth: "boolean", plainText: sql`text collate "C"` },
};

/**
 * What a step writes with: the schema builder, and plain SQL. Not today's typed tables, of which a step of last year
 * knows nothing.
 */
export interface SchemaConnection extends QueryExecutorProvider {
  readonly schema: SchemaModule;
}

/** One step of the schema. Steps are only ever added: the number of a step is its place in the list. */
export interface Migration {
  readonly name: string;
  readonly up: (kysely: SchemaConnection, types: ColumnTypes, engine: Engine) => Promise<void>;
}
