/** A spreadsheet reads a cell that begins with one of these as a formula, or drops the character. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[;"\r\n\t]/;
/** Without it, Excel reads the file in the system's encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** An apostrophe makes a cell text. Spreadsheets show it, so only cells that need it get one. */
function cell(text: string): string {
  const defused = FORMULA_START.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** A CSV file as French spreadsheets read it: semicolons, CRLF, UTF-8 with a byte order mark, and no formulas. */
export const csvText = (rows: readonly (readonly string[])[]) =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(";")}\r\n`).join("");
