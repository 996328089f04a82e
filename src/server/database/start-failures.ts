import { databaseFailure as failureLines } from "#text/commands/start-lines.ts";
import { StartError } from "../errors.ts";
import { reasonOf } from "./data-dir.ts";
import type { Database } from "./database.ts";

/** The error codes of the operating system and of SQLite for a full disk or an exhausted quota. */
const DISK_FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"]);

export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has(reasonOf(error));
}

/** The error that ends the start: `problem`, unless the disk is full. @param problem a sentence for the operator */
export function fileFailure(problem: string, error: unknown): StartError {
  return new StartError(isDiskFull(error) ? failureLines.disk_full : problem, { cause: error });
}

/** A failure of the database as a sentence for the operator; any other error unchanged. */
export function databaseFailure(database: Database, error: unknown): unknown {
  const failure = database.failureOf(error);
  return failure === null ? error : new StartError(failureLines[failure], { cause: error });
}
