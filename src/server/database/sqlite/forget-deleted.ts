import type SqliteFile from "better-sqlite3";
import { reasonOf } from "../data-dir.ts";

/** `PRAGMA user_version` has this value once the file contains no deleted data of earlier versions any more. */
const WIPED = 1;
const BUSY = /^SQLITE_(?:BUSY|LOCKED)/;
/** Temporary failures: another process uses the file, or the disk has too little space for a second copy. */
const TEMPORARY = /^SQLITE_(?:BUSY|LOCKED|FULL|CANTOPEN|IOERR)/;

/**
 * Makes SQLite overwrite deleted data with zeros from now on. A file of an earlier version still contains deleted data,
 * so it is rewritten once by `VACUUM`. If this fails temporarily, the next start tries again.
 */
export function overwriteDeleted(file: SqliteFile.Database): void {
  file.pragma("secure_delete = on");
  if (file.pragma("user_version", { simple: true }) === WIPED) return;
  try {
    file.exec("vacuum");
    file.pragma(`user_version = ${WIPED}`);
  } catch (error) {
    if (!TEMPORARY.test(reasonOf(error))) throw error;
    // The aborted `VACUUM` filled the write-ahead log, and thus the disk.
    emptyLog(file);
  }
}

/**
 * Empties the write-ahead log, which contains older states of rows. Does nothing while a backup still reads an older
 * state: the hourly sweep calls it again.
 */
export function emptyLog(file: SqliteFile.Database): void {
  try {
    file.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    if (!BUSY.test(reasonOf(error))) throw error;
  }
}
