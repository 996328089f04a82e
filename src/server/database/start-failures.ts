import { databaseFailure as failureLines } from "#text/commands/start-lines.ts";
import { StartError } from "../errors.ts";
import { reasonOf } from "./data-dir.ts";
import type { Database } from "./database.ts";

/** The error codes of the system and of SQLite for a full disk or an exhausted quota. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]);

export function isDiskFull(error: unknown): boolean {
  return FULL.has(reasonOf(error));
}

/** Reports a full disk as such, and any other error as `problem`. */
export function fileFailure(problem: string, error: unknown): StartError {
  return new StartError(isDiskFull(error) ? failureLines.disk_full : problem, { cause: error });
}

/** The operator's line for a failure of the database; any other error unchanged. */
export function databaseFailure(database: Database, error: unknown): unknown {
  const failure = database.failureOf(error);
  return failure === null ? error : new StartError(failureLines[failure], { cause: error });
}
