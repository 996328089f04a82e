/** What separates the cells of a line: a paste from a spreadsheet has tabs, French spreadsheets write semicolons. */
const SEPARATORS = ["\t", ";", ","] as const;

interface Cells {
  readonly cells: readonly string[];
  /** A quotation mark was opened and never closed. */
  readonly isOpen: boolean;
}

/** Cells between separators. A cell that begins with a quotation mark ends with one; two in it stand for one. */
function cellsOf(line: string, separator: string): Cells {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (isQuoted && character === '"' && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted) {
      if (character === '"') isQuoted = false;
      else cell += character;
    } else if (character === separator) {
      cells.push(cell);
      cell = "";
    } else if (character === '"' && cell.trim() === "") {
      isQuoted = true;
      cell = "";
    } else cell += character;
  }
  return { cells: [...cells, cell], isOpen: isQuoted };
}

/**
 * The cells of one line, trimmed. The separator is found for each line: lines of several origins may stand in one list.
 * Tabs come first, then semicolons, as services are separated by commas.
 */
export function splitLine(line: string): string[] {
  for (const separator of SEPARATORS) {
    const { cells, isOpen } = cellsOf(line, separator);
    if (!isOpen && (cells.length > 1 || separator === ",")) return cells.map((cell) => cell.trim());
  }
  // A quote that is never closed is a character like others.
  const found = SEPARATORS.find((separator) => line.includes(separator));
  return found === undefined ? [line.trim()] : line.split(found).map((cell) => cell.trim());
}
