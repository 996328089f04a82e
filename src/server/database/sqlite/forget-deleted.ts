import type SqliteFile from "better-sqlite3";

/** Value of `PRAGMA user_version` once all deleted data in the file was overwritten. */
const WIPED = 1;
const BUSY = /^SQLITE_(?:BUSY|LOCKED)/;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && BUSY.test(String(error.code));
}

/** Another process uses the file, or there is no space for a second copy, on its disk or for temporary files. */
const NOT_NOW = /^SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN|IOERR)/;

function isForLater(error: unknown): boolean {
  return error instanceof Error && "code" in error && NOT_NOW.test(String(error.code));
}

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
    if (!isForLater(error)) throw error;
    // The aborted `VACUUM` filled the write-ahead log, which uses up the remaining space.
    emptyLog(file);
  }
}

/**
 * Empties the write-ahead log, which contains old pages. It does not wait for readers of an older state (a backup); the
 * hourly sweep tries again.
 */
export function emptyLog(file: SqliteFile.Database): void {
  try {
    file.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}
