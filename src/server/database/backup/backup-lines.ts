import { createHash } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import * as z from "zod/mini";
import { backupFault, notAWholeBackup } from "#text/commands/command-output.ts";
import { StartError } from "../../errors.ts";

/**
 * A backup is gzip over JSON lines, the same for both engines: a head; for each table its name and columns, then its rows
 * as arrays; and an end with the number of rows and the SHA-256 of all lines before it.
 */
export const BackupHead = z.object({
  format: z.literal("diapason-backup"),
  /** The version of this file layout. */
  version: z.literal(1),
  /** The number of migrations that were applied. */
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

/** Turns `values` into lines, and appends the end line. */
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

/** Any table's row is much shorter. */
const LINE_MAX_CHARACTERS = 1024 * 1024;
/** Backups unpack to 40 times their size, or to 180 times if all events are alike; a zip bomb to 1000 times. */
const RATIO_MAX = 400;
const SMALL_BYTES = 16 * 1024 * 1024;

/** The lines of a packed file. @throws Error for a file that unpacks to more than any backup */
async function* unpackLines(file: ReadStream): AsyncGenerator<string> {
  const unpacked = createGunzip();
  file.on("error", (error) => unpacked.destroy(error));
  const decoder = new TextDecoder();
  let size = 0;
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
 * The lines of a backup without its end line. The checksum is verified after the last line, so the backup is known to
 * be complete only then.
 * @throws StartError for a file that is no backup, is cut off, or was changed
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
