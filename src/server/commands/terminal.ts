import { createInterface } from "node:readline/promises";

/** What a terminal would take for a command of its own. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Rows as aligned columns, for a terminal. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((text) => text.replaceAll(CONTROL_CHARACTERS, " ")));
  const widths = cells.reduce<number[]>(
    (known, row) => row.map((text, column) => Math.max(known[column] ?? 0, text.length)),
    [],
  );
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Asks on the terminal for `word`. Returns whether it was typed; not when standard input ends first. */
export async function isConfirmed(question: string, word: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<null>((resolve) => void terminal.once("close", () => resolve(null)));
    const typed = await Promise.race([terminal.question(question), ended]);
    return typed?.trim().toLowerCase() === word;
  } finally {
    terminal.close();
  }
}
