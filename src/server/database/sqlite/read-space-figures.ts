import { existsSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import { sqlitePath } from "./sqlite-path.ts";

/** What the list of spaces says about one. */
export interface SpaceFigures {
  readonly people: number;
  readonly events: number;
  readonly bytes: number;
}

const NOTHING: SpaceFigures = { people: 0, events: 0, bytes: 0 };
const FIGURES = `
  select
    (select count(*) from users where not is_built_in) as people,
    (select count(*) from planning_event where deleted_at is null) as events,
    (select page_count * page_size from pragma_page_count(), pragma_page_size()) as bytes`;

/** Reads the database in a folder without opening its planning; `null` where it cannot be read. */
export function readSpaceFigures(folder: string): SpaceFigures | null {
  const path = sqlitePath(folder);
  if (!existsSync(path)) return NOTHING;
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

function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/**
 * Whether no other process has the database open. Only the last connection may give up the write-ahead log, which the next
 * opening takes up again. Its file is whole then, without a log beside it.
 */
export function isUnused(folder: string): boolean {
  const path = sqlitePath(folder);
  if (!existsSync(path)) return true;
  const file = new SqliteFile(path, { timeout: 0 });
  try {
    return file.pragma("journal_mode = delete", { simple: true }) === "delete";
  } catch (error) {
    return !isBusy(error);
  } finally {
    file.close();
  }
}
