import { databaseFailure as failureLines } from "#text/commands/start-lines.ts";
import { StartError } from "../errors.ts";
import { reasonOf } from "./data-dir.ts";
import type { Database } from "./database.ts";

/** What the system and SQLite say on a full disk, or at the end of a quota. */
const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]);

export function isDiskFull(error: unknown): boolean {
  return FULL.has(reasonOf(error));
}

/** Says that the disk is full where that is the reason; else `problem`. */
export function fileFailure(problem: string, error: unknown): StartError {
  return new StartError(isDiskFull(error) ? failureLines.disk_full : problem, { cause: error });
}

/** The one line for the operator where the database itself failed; else the error as it is. */
export function databaseFailure(database: Database, error: unknown): unknown {
  const failure = database.failureOf(error);
  return failure === null ? error : new StartError(failureLines[failure], { cause: error });
}
