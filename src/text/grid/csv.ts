/** A spreadsheet takes a cell that begins with one of these for a formula, or drops what comes first. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[;"\r\n\t]/;
/** Without it, Excel takes the file for the system's own encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The apostrophe makes the cell a text; spreadsheets show it, so it is set only where it is needed. */
function cell(text: string): string {
  const defused = FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** A CSV file as French spreadsheets read it: semicolons, CRLF, UTF-8 with a byte order mark, and no formulas. */
export const csvText = (rows: readonly (readonly string[])[]) =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(";")}\r\n`).join("");
