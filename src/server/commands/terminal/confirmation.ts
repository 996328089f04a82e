import { createInterface } from "node:readline/promises";

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
