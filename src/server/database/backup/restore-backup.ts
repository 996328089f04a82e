import { type Kysely, sql } from "kysely";
import { backupFault, backupTooNew, notABackup, notRestorable, unknownTable } from "#text/commands/command-output.ts";
import { StartError } from "../../errors.ts";
import { guardAdminActs, allowAdminActChanges } from "../append-only.ts";
import type { Database, Queryable } from "../database.ts";
import { migrate, MIGRATIONS } from "../migrate.ts";
import type { Tables } from "../schema.ts";
import { openTemporarySqlite } from "../sqlite/sqlite.ts";
import { type BackupHead, type BackupLine, type BackupRow, readLines } from "./backup-lines.ts";
import { BACKUP_TABLES } from "./backup-tables.ts";
import { InvalidValueError, requireValidValues } from "./validate-rows.ts";
import { emptyTables, insertRows, PAGE_ROWS, readPages, type TablePage } from "./table-rows.ts";

/** Groups the rows of a backup into pages, like those that `readPages` reads from a database. */
async function* pagesOf(lines: AsyncIterable<BackupLine>): AsyncGenerator<TablePage> {
  let page: { readonly table: string; readonly columns: readonly string[]; readonly rows: BackupRow[] } | undefined;
  for await (const line of lines) {
    if (line.type === "table") {
      const { table, columns } = line;
      if (!BACKUP_TABLES.some(({ name }) => name === table)) throw new Error(unknownTable(table));
      if (page !== undefined) yield page;
      page = { table, columns, rows: [] };
    } else if (line.type === "row") {
      if (line.row.length !== page?.columns.length) throw new Error(backupFault.rowLength);
      page.rows.push(line.row);
      if (page.rows.length < PAGE_ROWS) continue;
      yield page;
      page = { ...page, rows: [] };
    }
  }
  if (page !== undefined) yield page;
}

/** Empties all tables, and inserts the rows of the backup. */
async function replaceRows(transaction: Queryable, pages: AsyncIterable<TablePage>): Promise<void> {
  await emptyTables(transaction);
  for await (const page of pages) await insertRows(transaction.kysely, page);
}

function requireHead(line: BackupLine | undefined, path: string): BackupHead {
  if (line?.type !== "head") throw new StartError(notABackup(path));
  if (line.schema > MIGRATIONS.length) throw new StartError(backupTooNew(line.schema, MIGRATIONS.length));
  return line;
}

/** Creates the backup's version of the schema in an empty database, and inserts the backup's rows. */
async function load(path: string, database: Database): Promise<BackupHead> {
  const lines = readLines(path);
  const head = requireHead((await lines.next()).value as BackupLine | undefined, path);
  await migrate(database, MIGRATIONS.slice(0, head.schema));
  // `replaceRows` empties the tables first: migrations have inserted rows that are also in the backup.
  const { engine, kysely } = database;
  await kysely.transaction().execute((transaction) => replaceRows({ engine, kysely: transaction }, pagesOf(lines)));
  return head;
}

interface LoadedBackup {
  readonly database: Database;
  readonly madeAt: Date;
}

/**
 * Loads a backup into a temporary database, migrates it to the newest schema, and checks its values.
 * @throws StartError for an invalid backup
 */
async function loadTemporarily(path: string): Promise<LoadedBackup> {
  const database = openTemporarySqlite();
  try {
    const { createdAt } = await load(path, database);
    await migrate(database);
    await requireValidValues(database);
    return { database, madeAt: new Date(createdAt) };
  } catch (error) {
    await database.close();
    throw refusalOf(path, error);
  }
}

function refusalOf(path: string, error: unknown): StartError {
  if (error instanceof StartError) return error;
  const cause = error instanceof InvalidValueError ? error.message : String(error);
  return new StartError(notRestorable(path, cause), { cause: error });
}

/** Blocks all other writes on PostgreSQL. SQLite's write transaction already locks the whole file. */
async function lockTables(kysely: Kysely<Tables>, { engine }: Database): Promise<void> {
  if (engine !== "postgres") return;
  // In the same order as changes of the planning, which lock the state's row first. Another order could deadlock.
  const names = ["planning_state", ...BACKUP_TABLES.map(({ name }) => name)].map((name) => sql.table(name));
  await sql`lock table ${sql.join(names)} in access exclusive mode`.execute(kysely);
}

/**
 * Sets the position of the change log beyond both the backup's and the one before the restoration (`former`). Clients that
 * ask for the changes since a position then get « position unknown », and reload everything.
 */
async function advancePosition(kysely: Kysely<Tables>, former: number): Promise<void> {
  const { position } = await kysely.selectFrom("planning_state").select("position").executeTakeFirstOrThrow();
  await kysely
    .updateTable("planning_state")
    .set({ position: Math.max(position, former) + 1 })
    .execute();
}

type Finish = (restored: Queryable, madeAt: Date) => Promise<void>;

/** Replaces all data of `target` by a loaded backup, in one transaction. */
export async function replaceAll(target: Database, loaded: LoadedBackup, finish: Finish): Promise<void> {
  const { engine } = target;
  await target.kysely.transaction().execute(async (transaction) => {
    await lockTables(transaction, target);
    await allowAdminActChanges(transaction, engine);
    const former = await transaction.selectFrom("planning_state").select("position").executeTakeFirst();
    await replaceRows({ engine, kysely: transaction }, readPages(loaded.database));
    await guardAdminActs(transaction, engine);
    await advancePosition(transaction, former?.position ?? 0);
    await finish({ engine, kysely: transaction }, loaded.madeAt);
  });
}

/**
 * Checks the whole backup at `path` in a temporary database, then replaces all data of `target` by it in one transaction.
 * The schema of `target` must be up to date.
 * @param finish writes the last rows of that transaction
 * @throws StartError for a file that is no backup, is damaged, or newer than this program; then nothing was changed
 */
export async function restoreBackup(
  target: Database,
  path: string,
  finish: Finish = () => Promise.resolve(),
): Promise<void> {
  const loaded = await loadTemporarily(path);
  try {
    await replaceAll(target, loaded, finish);
  } catch (error) {
    throw refusalOf(path, error);
  } finally {
    await loaded.database.close();
  }
}
