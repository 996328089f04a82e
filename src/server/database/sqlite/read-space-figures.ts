import { existsSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import { reasonOf } from "../data-dir.ts";
import { NO_FIGURES, type SpaceFigures } from "../spaces/space-storage.ts";
import { sqlitePath } from "./sqlite-path.ts";

const FIGURES = `
  select
    (select count(*) from users where not is_built_in) as people,
    (select count(*) from planning_event where deleted_at is null) as events,
    (select page_count * page_size from pragma_page_count(), pragma_page_size()) as bytes`;

/** Reads the figures of a space from the file in its folder, without opening the space; `null`: it cannot be read. */
export function readSpaceFigures(folder: string): SpaceFigures | null {
  const path = sqlitePath(folder);
  if (!existsSync(path)) return NO_FIGURES;
  try {
    const file = new SqliteFile(path, { readonly: true, fileMustExist: true });
    try {
      return file.prepare<[], SpaceFigures>(FIGURES).get() ?? null;
    } finally {
      file.close();
    }
  } catch {
    return null;
  }
}

/**
 * Whether no process has the database open. SQLite lets a connection leave the write-ahead log mode only if there is no
 * other connection. The log is then merged into the file, and the next opening starts a new one.
 */
export function isUnused(folder: string): boolean {
  const path = sqlitePath(folder);
  if (!existsSync(path)) return true;
  const file = new SqliteFile(path, { timeout: 0 });
  try {
    return file.pragma("journal_mode = delete", { simple: true }) === "delete";
  } catch (error) {
    // Any other error, such as for a corrupt file, does not come from another process.
    return !reasonOf(error).startsWith("SQLITE_BUSY");
  } finally {
    file.close();
  }
}
