import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { loadSettings, type Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { commandLine } from "./command-line.ts";

interface Command {
  /** As in `npm run NAME`. */
  readonly name: string;
  /** What follows the name; printed when the arguments are wrong. */
  readonly usage: string;
  readonly words: readonly [fewest: number, most: number];
}

export interface CommandCall {
  readonly settings: Settings;
  /** With all migrations applied. */
  readonly database: Database;
  /** The command-line arguments. */
  readonly words: readonly string[];
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/**
 * Runs a command of the product on its database, and prints what `act` returns. Wrong settings or arguments, and every
 * `StartError`, are printed on standard error, and the exit code is 1.
 */
export async function runCommand(
  { name, usage, words: [fewest, most] }: Command,
  act: (call: CommandCall) => Promise<string>,
): Promise<void> {
  const words = process.argv.slice(2);
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  if (words.length < fewest || words.length > most) return fail([`Usage: ${commandLine(name, usage)}`]);
  try {
    const database = await openDatabase(settings);
    try {
      await migrate(database);
      process.stdout.write(`${await act({ settings, database, words })}\n`);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}
