import type SqliteFile from "better-sqlite3";
import { reasonOf } from "../data-dir.ts";

/** Value of `PRAGMA user_version` once all deleted data in the file was overwritten. */
const WIPED = 1;
const BUSY = /^SQLITE_(?:BUSY|LOCKED)/;
/** Another process uses the file, or there is no space for a second copy, on its disk or for temporary files. */
const NOT_NOW = /^SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN|IOERR)/;

/**
 * Makes SQLite overwrite deleted data with zeros. A file written by earlier versions still contains data deleted then:
 * it is rewritten once, by `VACUUM`. If that is impossible now, a later start does it.
 */
export function overwriteDeleted(file: SqliteFile.Database): void {
  file.pragma("secure_delete = on");
  if (file.pragma("user_version", { simple: true }) === WIPED) return;
  try {
    file.exec("vacuum");
    file.pragma(`user_version = ${WIPED}`);
  } catch (error) {
    if (!NOT_NOW.test(reasonOf(error))) throw error;
    // The aborted `VACUUM` filled the write-ahead log, which uses up the remaining space.
    emptyLog(file);
  }
}

/**
 * Empties the write-ahead log, which contains old pages. It does not wait for a backup that still reads an older state:
 * the hourly sweep tries again.
 */
export function emptyLog(file: SqliteFile.Database): void {
  try {
    file.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    if (!BUSY.test(reasonOf(error))) throw error;
  }
}
