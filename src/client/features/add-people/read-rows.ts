import Papa from "papaparse";
import { columnsOf } from "#domain/people/list/list-columns.ts";
import type { ListRow } from "#domain/people/list/people-list.ts";

/**
 * Cell separators, in the order in which they are tried. A paste from a spreadsheet has tabs. French spreadsheets save
 * semicolons. The comma comes later, because it also separates services within a cell.
 */
const SEPARATORS: readonly string[] = ["\t", ";", ",", "|"];

/**
 * Limits of a quoted cell. Without them, a quote that is never closed would include the rest of the list in its cell,
 * and many such quotes would be slow to parse.
 */
const QUOTED_LINES = 30;
const QUOTED_LENGTH = 10_000;

/** The line `sep=;`, with which a file declares its separator to spreadsheets. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/** What the title row, or a `sep=` line, says about the rows below it. */
interface Layout {
  readonly separator: string;
  /** How many cells each row has; `null` if unknown. */
  readonly width: number | null;
}

type FoundRow = Omit<ListRow, "number">;

/** Splits the first row of `text`; `null` if this separator gives a single cell, or leaves a quote open. */
function splitRow(text: string, separator: string): FoundRow | null {
  const options = { delimiter: separator, newline: "\n", preview: 1, fastMode: false } as const;
  const { data, errors, meta } = Papa.parse<string[]>(text, options);
  const [cells = []] = data;
  if (errors.length > 0 || cells.length < 2) return null;
  return { cells, text: text.slice(0, meta.cursor).replace(/\n$/, ""), separator };
}

function firstLines(text: string, count: number): string {
  return text.split("\n", count).join("\n");
}

/** Removes quotes that follow a space. Papa Parse keeps these. */
function unquote(cell: string): string {
  return /^\s+"(.*)"\s*$/s.exec(cell)?.[1] ?? cell;
}

/** Whether each cell has an even number of quotes. If not, a separator within quotes may have split a cell. */
function areQuotesPaired({ cells }: FoundRow): boolean {
  return cells.every((cell) => cell.split('"').length % 2 === 1);
}

/** Splits the first row of `rest` with the first separator that fits. */
function firstRow(rest: string, layout: Layout | null): FoundRow {
  const line = firstLines(rest, 1);
  const separators = layout === null ? SEPARATORS : [layout.separator, ...SEPARATORS];
  let unpaired: FoundRow | null = null;
  for (const [index, separator] of separators.entries()) {
    // One line first: most quotes are closed in the line that opens them.
    let row = splitRow(line, separator);
    if (line.includes('"')) row ??= splitRow(firstLines(rest.slice(0, QUOTED_LENGTH), QUOTED_LINES), separator);
    // The separator of the title row fits only if the row then has as many cells as there are titles.
    const width = index === 0 ? (layout?.width ?? null) : null;
    if (row === null || (width !== null && row.cells.length !== width)) continue;
    if (areQuotesPaired(row)) return row;
    unpaired ??= row;
  }
  if (unpaired !== null) return unpaired;
  // The line is one cell, or has a quote that is never closed. Such a quote is an ordinary character.
  const separator = separators.find((candidate) => line.includes(candidate)) ?? null;
  return { cells: separator === null ? [line] : line.split(separator), text: line, separator };
}

/** Whether a row has no content. Spreadsheets write an empty row as separators only. */
function isEmpty(text: string): boolean {
  return /^[\s;,|"]*$/.test(text);
}

/**
 * Splits a list into rows of cells, without empty rows. The user may have pasted from several sources, so the
 * separator is detected for each row. Below a title row, its separator is tried first.
 */
export function readRows(typed: string): ListRow[] {
  const text = typed.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const rows: ListRow[] = [];
  let layout: Layout | null = null;
  let number = 1;
  for (let offset = 0; offset < text.length;) {
    const row: FoundRow = firstRow(text.slice(offset), layout);
    const directive = SEPARATOR_LINE.exec(row.text)?.[1];
    if (directive !== undefined) layout = { separator: directive, width: null };
    else if (!isEmpty(row.text)) {
      const cells = row.cells.map(unquote);
      const isFirst = rows.length === 0;
      if (row.separator !== null && columnsOf(cells, isFirst) !== null)
        layout = { separator: row.separator, width: cells.length };
      rows.push({ ...row, number, cells });
    }
    offset += row.text.length + 1;
    number += row.text.split("\n").length;
  }
  return rows;
}

const BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/**
 * The text of a file that a spreadsheet saved. Excel's « Unicode text » is UTF-16 with a byte order mark. Other files are
 * UTF-8 or, from French Windows, windows-1252: an accent in windows-1252 is not valid UTF-8.
 * @throws Error if the file is not text, such as a spreadsheet's own format
 */
export function decodeList(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const text = marked === undefined ? decodeBytes(bytes) : new TextDecoder(marked.encoding).decode(bytes);
  if (text.includes("\0")) throw new Error("the file is not text");
  return text;
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
