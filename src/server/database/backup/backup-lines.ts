import { createHash } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import * as z from "zod/mini";
import { backupFault, notAWholeBackup } from "#text/commands/command-output.ts";
import { StartError } from "../../errors.ts";

/**
 * A backup is a gzip file of JSON lines, the same for both engines. First comes a head. Then each table follows: a line
 * with its name and columns, and a line (an array) for each row. The end line has the number of rows, and the SHA-256 of
 * all lines before it.
 */
export const BackupHead = z.object({
  format: z.literal("diapason-backup"),
  /** The version of this file format. */
  version: z.literal(1),
  /** The schema version of the database: how many migrations were applied. */
  schema: z.int().check(z.minimum(1)),
  createdAt: z.string(),
});
const TableHead = z.object({ table: z.string(), columns: z.array(z.string()) });
const Row = z.array(z.union([z.string(), z.number(), z.null()]));
const End = z.object({ rows: z.int(), sha256: z.string() });

export type BackupHead = z.infer<typeof BackupHead>;
export type BackupRow = z.infer<typeof Row>;

export type BackupLine =
  | ({ readonly type: "head" } & BackupHead)
  | { readonly type: "table"; readonly table: string; readonly columns: readonly string[] }
  | { readonly type: "row"; readonly row: BackupRow };

/** Writes each value as a line of JSON, then the end line. An array is a row. */
export async function* writeLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const value of values) {
    const line = `${JSON.stringify(value)}\n`;
    if (Array.isArray(value)) rows += 1;
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest("hex") })}\n`;
}

function parseLine(line: string): BackupLine {
  const value: unknown = JSON.parse(line);
  if (Array.isArray(value)) return { type: "row", row: Row.parse(value) };
  const table = TableHead.safeParse(value);
  if (table.success) return { type: "table", ...table.data };
  return { type: "head", ...BackupHead.parse(value) };
}

/** The rows of all tables are much shorter. */
const LINE_MAX_CHARACTERS = 1024 * 1024;
/** Unpacked size / packed size: 40 for a usual backup, 180 if all events are alike, 1000 for a zip bomb. */
const RATIO_MAX = 400;
/** Below this size the ratio is not checked. */
const SMALL_BYTES = 16 * 1024 * 1024;

/** The lines of a gzip file. @throws Error for a file that unpacks to more than any backup (a zip bomb) */
async function* unpackLines(file: ReadStream): AsyncGenerator<string> {
  const unpacked = createGunzip();
  file.on("error", (error) => unpacked.destroy(error));
  const decoder = new TextDecoder();
  let size = 0;
  /** The start of a line whose end is in the next chunk. */
  let rest = "";
  for await (const chunk of file.pipe(unpacked) as AsyncIterable<Buffer>) {
    size += chunk.length;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    const isTooLarge = size > SMALL_BYTES && size > RATIO_MAX * file.bytesRead;
    if (isTooLarge || rest.length > LINE_MAX_CHARACTERS) throw new Error(backupFault.tooLarge);
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/**
 * Reads the lines of a backup, without its end line. Throws after the last line if the checksum is wrong, so callers
 * must not use the data before all lines were read.
 * @throws StartError for a file that is not a backup, is incomplete, or was changed
 */
export async function* readLines(path: string): AsyncGenerator<BackupLine> {
  const file = createReadStream(path);
  const hash = createHash("sha256");
  let rows = 0;
  /** The line before the current one. The last line of the file is the end line. */
  let previous: string | undefined;
  try {
    for await (const line of unpackLines(file)) {
      if (previous !== undefined) {
        hash.update(`${previous}\n`);
        const parsed = parseLine(previous);
        if (parsed.type === "row") rows += 1;
        yield parsed;
      }
      previous = line;
    }
    const end = End.parse(JSON.parse(previous ?? ""));
    if (end.rows !== rows || end.sha256 !== hash.digest("hex")) throw new Error(backupFault.checksum);
  } catch (error) {
    throw new StartError(notAWholeBackup(path, faultOf(error)), { cause: error });
  } finally {
    file.destroy();
  }
}

function faultOf(error: unknown): string {
  if (error instanceof SyntaxError) return backupFault.noJson;
  if (error instanceof z.core.$ZodError) return backupFault.wrongForm;
  return error instanceof Error ? error.message : String(error);
}
