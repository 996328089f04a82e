import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema.ts";
import type { BackupRow } from "./backup-lines.ts";
import { KEPT_TABLES, PASSING_TABLES } from "./kept-tables.ts";

/** Rows read, or written, by one statement: far fewer values than either engine takes at once. */
const PAGE = 500;

/** What both engines take for one value: a date as ISO text, a truth as 0 or 1. */
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

/** All rows of the kept tables, page by page; of a table without rows one empty page. */
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

/** Adds rows to a table; the columns that are not named take their defaults. */
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

/** Takes every row out of every table that is there, those first that point at others. */
export async function emptyTables(kysely: Kysely<Tables>): Promise<void> {
  // A backup of an older version is first loaded into a schema that has not come as far.
  const there = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  const names = [...PASSING_TABLES, ...KEPT_TABLES.map(({ name }) => name).toReversed()];
  for (const name of names.filter((each) => there.has(each))) await sql`delete from ${sql.table(name)}`.execute(kysely);
}
