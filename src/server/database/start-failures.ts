import { StartError } from "../errors.ts";
import type { Database, DatabaseFailure } from "./database.ts";
import { reasonOf } from "./data-dir.ts";

/** What the system and SQLite say on a full disk, or at the end of a quota. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]);

/** Messages to the operator when the database fails during a start or a command. */
const FAILURES: Readonly<Record<DatabaseFailure, string>> = {
  unavailable: "The database did not answer during the start",
  disk_full: "The disk of the database is full: make room, then start again",
};

export function isDiskFull(error: unknown): boolean {
  return FULL.has(reasonOf(error));
}

/** Says that the disk is full where that is the reason; else `problem`. */
export function fileFailure(problem: string, error: unknown): StartError {
  return new StartError(isDiskFull(error) ? FAILURES.disk_full : problem, { cause: error });
}

/** The one line for the operator where the database itself failed; else the error as it is. */
export function databaseFailure(database: Database, error: unknown): unknown {
  const failure = database.failureOf(error);
  return failure === null ? error : new StartError(FAILURES[failure], { cause: error });
}
