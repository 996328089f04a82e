import Papa from "papaparse";
import { columnsOf } from "#domain/people/list/list-columns.ts";
import type { ListRow } from "#domain/people/list/people-list.ts";

/**
 * What separates the cells of a row: a paste from a spreadsheet has tabs, French spreadsheets write semicolons. Commas
 * come later, as they separate services.
 */
const SEPARATORS: readonly string[] = ["\t", ";", ",", "|"];

/**
 * How far the end of a quote is looked for, so that one never closed does not swallow the rest of the list, and a list
 * full of them is read quickly.
 */
const QUOTED_LINES = 30;
const QUOTED_LENGTH = 10_000;

/** The first line of a file that spreadsheets understand as the separator. */
const DIRECTIVE = /^"?sep=(.)"?$/i;

interface Layout {
  readonly separator: string;
  /** How many cells each row has; `null` if that is not known. */
  readonly width: number | null;
}

type FoundRow = Omit<ListRow, "number">;

/** The row at the beginning of `text`, if this separator makes several cells of it, all quotes closed. */
function splitRow(text: string, separator: string): FoundRow | null {
  const options = { delimiter: separator, newline: "\n", preview: 1, fastMode: false } as const;
  const { data, errors, meta } = Papa.parse<string[]>(text, options);
  const [cells = []] = data;
  if (errors.length > 0 || cells.length < 2) return null;
  return { cells, text: text.slice(0, meta.cursor).replace(/\n$/, ""), separator };
}

function lines(text: string, most: number): string {
  let end = -1;
  for (let count = 0; count < most && end < text.length; count += 1) {
    const next = text.indexOf("\n", end + 1);
    end = next === -1 ? text.length : next;
  }
  return text.slice(0, end);
}

/** A cell whose quotes stand behind a space, as people type them. */
function unquote(cell: string): string {
  return /^\s+"(.*)"\s*$/s.exec(cell)?.[1] ?? cell;
}

/** Whether no cell has half of a pair of quotes, as where a separator within quotes was taken for one. */
function areQuotesWhole({ cells }: FoundRow): boolean {
  return cells.every((cell) => cell.split('"').length % 2 === 1);
}

function firstRow(rest: string, layout: Layout | null): FoundRow {
  const line = lines(rest, 1);
  const separators = layout === null ? SEPARATORS : [layout.separator, ...SEPARATORS];
  let broken: FoundRow | null = null;
  for (const [index, separator] of separators.entries()) {
    // The line first: most quotes are closed where they were opened.
    let row = splitRow(line, separator);
    if (line.includes('"')) row ??= splitRow(lines(rest.slice(0, QUOTED_LENGTH), QUOTED_LINES), separator);
    const isOfLayout = layout === null || index > 0 || layout.width === null || layout.width === row?.cells.length;
    if (row === null || !isOfLayout) continue;
    if (areQuotesWhole(row)) return row;
    broken ??= row;
  }
  if (broken !== null) return broken;
  // One cell, or a quote that is never closed: it is a character like others then.
  const separator = separators.find((each) => line.includes(each)) ?? null;
  return { cells: separator === null ? [line] : line.split(separator), text: line, separator };
}

/** Whether a row has nothing: a spreadsheet writes empty rows as separators. */
function isEmpty(text: string): boolean {
  return /^[\s;,|"]*$/.test(text);
}

/**
 * The rows of a list that are not empty. Each has its own separator, as lines of several origins may stand in one list;
 * below titles it is theirs.
 */
export function readRows(typed: string): ListRow[] {
  const text = typed.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const rows: ListRow[] = [];
  let layout: Layout | null = null;
  let number = 1;
  for (let at = 0; at < text.length;) {
    const row: FoundRow = firstRow(text.slice(at), layout);
    const directive = DIRECTIVE.exec(row.text)?.[1];
    if (directive !== undefined) layout = { separator: directive, width: null };
    else if (!isEmpty(row.text)) {
      const cells = row.cells.map(unquote);
      if (row.separator !== null && columnsOf(cells, rows.length === 0) !== null)
        layout = { separator: row.separator, width: cells.length };
      rows.push({ ...row, number, cells });
    }
    at += row.text.length + 1;
    number += row.text.split("\n").length;
  }
  return rows;
}

/** Bytes at the beginning of a file that tell its encoding. */
const MARKS = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/**
 * The text of a list from a file. Spreadsheets write UTF-8, with or without its mark, or the Windows encoding of French
 * machines, which no UTF-8 text looks like once it has an accent; « Unicode text » is UTF-16 with its mark.
 * @throws Error for what is no text, such as a spreadsheet's own format
 */
export function decodeList(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const text = marked === undefined ? decodeBytes(bytes) : new TextDecoder(marked.encoding).decode(bytes);
  if (text.includes("\0")) throw new Error("the file is no text");
  return text;
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
