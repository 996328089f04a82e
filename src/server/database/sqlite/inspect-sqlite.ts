import { existsSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import type { SqliteState } from "#text/doctor/database-check.ts";
import { reasonOf } from "../data-dir.ts";

/** How long to wait while another process has locked the file. */
const LOCK_WAIT_MS = 3000;
/** Columns with times at which somebody used the product. */
const TIME_COLUMNS = [
  ["admin_act", "done_at"],
  ["session", "updated_at"],
  ["users", "updated_at"],
] as const;

/** What the doctor command reads of an SQLite file. */
export interface SqliteInspection {
  readonly state: SqliteState;
  /** The latest time in the data. If it is in the future, the clock was set back. */
  readonly latestTrace: Date | null;
}

function hasTable(file: SqliteFile.Database, name: string): boolean {
  return file.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;
}

function readMax(file: SqliteFile.Database, table: string, column: string): unknown {
  if (!hasTable(file, table)) return null;
  return file.prepare(`select max(${column}) from ${table}`).pluck().get();
}

function inspect(file: SqliteFile.Database): SqliteInspection {
  const verdict = String(file.pragma("quick_check(1)", { simple: true }));
  if (verdict !== "ok") return { state: { outcome: "opened", verdict, version: null }, latestTrace: null };
  const version = readMax(file, "schema_version", "version");
  const values = TIME_COLUMNS.map(([table, column]) => readMax(file, table, column));
  const times = values.map((value) => Date.parse(String(value))).filter(Number.isFinite);
  return {
    state: { outcome: "opened", verdict, version: typeof version === "number" ? version : null },
    latestTrace: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}

/** Checks the file at `path` without changing it. Reads the whole file. */
export function inspectSqlite(path: string): SqliteInspection {
  if (!existsSync(path)) return { state: { outcome: "missing" }, latestTrace: null };
  try {
    const file = new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: LOCK_WAIT_MS });
    try {
      return inspect(file);
    } finally {
      file.close();
    }
  } catch (error) {
    return { state: { outcome: "failed", reason: reasonOf(error) }, latestTrace: null };
  }
}
