import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Kysely } from "kysely";
import { backupNotWritten } from "#text/commands/command-output.ts";
import { StartError } from "../../errors.ts";
import { reasonOf } from "../data-dir.ts";
import type { Database, Queryable } from "../database.ts";
import type { Tables } from "../schema.ts";
import { type BackupHead, writeLines } from "./backup-lines.ts";
import { readPages } from "./table-rows.ts";

const FOLDER_RIGHTS = 0o700;
/** Owner only: a backup holds names, addresses and password hashes. */
const FILE_RIGHTS = 0o600;

async function headOf(kysely: Kysely<Tables>, now: Date): Promise<BackupHead> {
  const { version } = await kysely
    .selectFrom("schema_version")
    .select(({ fn }) => fn.max("version").as("version"))
    .executeTakeFirstOrThrow();
  return { format: "diapason-backup", version: 1, schema: version, createdAt: now.toISOString() };
}

/** The head, then for each table its columns and its rows. `writeLines` writes each value as a line. */
async function* readContents(snapshot: Queryable, now: Date): AsyncGenerator<object> {
  yield await headOf(snapshot.kysely, now);
  let currentTable: string | undefined;
  for await (const { table, columns, rows } of readPages(snapshot)) {
    if (table !== currentTable) yield { table, columns };
    currentTable = table;
    yield* rows;
  }
}

/**
 * Writes a snapshot of the whole database into a new file at `path`. Until the file is complete it has a temporary name.
 * Other writes to the database are not blocked.
 * @throws StartError when the file cannot be written (disk full, folder not writable). No partial file is left.
 */
export async function writeBackup(database: Database, path: string, now: Date): Promise<void> {
  const unfinished = `${path}.unfinished`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_RIGHTS });
    const { engine, kysely } = database;
    const snapshot = kysely.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    await snapshot.execute((transaction) =>
      pipeline(
        Readable.from(writeLines(readContents({ engine, kysely: transaction }, now))),
        createGzip(),
        createWriteStream(unfinished, { mode: FILE_RIGHTS, flush: true }),
      ),
    );
    await rename(unfinished, path);
  } catch (error) {
    // What failed before may fail here too, such as a folder that is a file.
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw new StartError(backupNotWritten(path, reasonOf(error)), { cause: error });
  }
}
