import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema.ts";
import type { BackupRow } from "./backup-lines.ts";
import { KEPT_TABLES, PASSING_TABLES } from "./kept-tables.ts";

/** Rows per statement, well below the parameter limits of both engines. */
const PAGE = 500;

/** A value that both engines accept: a date as ISO text, a boolean as 0 or 1. */
function portable(value: unknown): BackupRow[number] {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  throw new Error(`No backup can hold a ${typeof value}`);
}

/** The columns of a table, in the order of its definition. */
async function columnsOf(kysely: Kysely<Tables>, name: string): Promise<string[]> {
  const tables = await kysely.introspection.getTables();
  return tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
}

/** All rows of the backup's tables, page by page. An empty table gives one empty page. */
export async function* readPages(
  kysely: Kysely<Tables>,
): AsyncGenerator<{ table: string; columns: readonly string[]; rows: readonly BackupRow[] }> {
  for (const { name, key } of KEPT_TABLES) {
    const columns = await columnsOf(kysely, name);
    const order = sql.join(key.map((column) => sql.ref(column)));
    for (let offset = 0, isLast = false; !isLast; offset += PAGE) {
      const page = sql<
        Record<string, unknown>
      >`select * from ${sql.table(name)} order by ${order} limit ${PAGE} offset ${offset}`;
      const { rows } = await page.execute(kysely);
      isLast = rows.length < PAGE;
      yield { table: name, columns, rows: rows.map((row) => columns.map((column) => portable(row[column]))) };
    }
  }
}

/** Inserts rows. Columns that are not named get their defaults. */
export async function insertRows(
  kysely: Kysely<Tables>,
  table: string,
  columns: readonly string[],
  rows: readonly BackupRow[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += PAGE) {
    const values = rows.slice(start, start + PAGE).map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(kysely);
  }
}

/** Empties every existing table, referencing tables first. */
export async function emptyTables(kysely: Kysely<Tables>): Promise<void> {
  // The schema of an older backup lacks some tables.
  const there = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  const names = [...PASSING_TABLES, ...KEPT_TABLES.map(({ name }) => name).toReversed()];
  for (const name of names.filter((each) => there.has(each))) await sql`delete from ${sql.table(name)}`.execute(kysely);
}
