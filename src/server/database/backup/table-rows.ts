import { type Kysely, sql } from "kysely";
import type { Queryable } from "../database.ts";
import type { Tables } from "../schema.ts";
import type { BackupRow } from "./backup-lines.ts";
import { BACKUP_TABLES, TRANSIENT_TABLES } from "./backup-tables.ts";

/** Rows per statement, well below the parameter limits of both engines. */
export const PAGE_ROWS = 500;

/** At most `PAGE_ROWS` rows of a table, each with a value for each of these columns. */
export interface TablePage {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly BackupRow[];
}

/** Converts a value to one that both engines accept: a date to ISO text, a boolean to 0 or 1. */
function toPortable(value: unknown): BackupRow[number] {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new Error(`No backup can hold a ${typeof value}`);
}

/** The columns of each table, in the order of its definition. */
async function readColumns({ kysely, engine }: Queryable): Promise<ReadonlyMap<string, readonly string[]>> {
  if (engine === "sqlite") {
    const tables = await kysely.introspection.getTables();
    return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  }
  // Not by Kysely, which reads all schemas: with many spaces, each space's schema has tables with these names.
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = current_schema() group by table_name`.execute(kysely);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** All rows of the backup's tables, page by page. An empty table gives one empty page. */
export async function* readPages(queryable: Queryable): AsyncGenerator<TablePage> {
  const { kysely } = queryable;
  const columnsByTable = await readColumns(queryable);
  for (const { name, key } of BACKUP_TABLES) {
    const columns = columnsByTable.get(name) ?? [];
    const order = sql.join(key.map((column) => sql.ref(column)));
    for (let offset = 0, isLast = false; !isLast; offset += PAGE_ROWS) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(name)} order by ${order} limit ${PAGE_ROWS} offset ${offset}`.execute(kysely);
      isLast = rows.length < PAGE_ROWS;
      yield { table: name, columns, rows: rows.map((row) => columns.map((column) => toPortable(row[column]))) };
    }
  }
}

/** Inserts the rows of a page. Other columns of the table get their defaults. */
export async function insertRows(kysely: Kysely<Tables>, { table, columns, rows }: TablePage): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(row)})`);
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(kysely);
}

/** Deletes all rows, in each table before the tables that its foreign keys reference. */
export async function emptyTables(queryable: Queryable): Promise<void> {
  const { kysely } = queryable;
  const existing = await readColumns(queryable);
  const tables = [...TRANSIENT_TABLES, ...BACKUP_TABLES.map(({ name }) => name).toReversed()];
  for (const table of tables) {
    // The schema of an older backup lacks some tables.
    if (existing.has(table)) await sql`delete from ${sql.table(table)}`.execute(kysely);
  }
}
