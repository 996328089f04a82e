import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";
import { loadSettings, type Settings } from "./env.ts";
import { StartError } from "./errors.ts";

export interface CommandCall {
  readonly settings: Settings;
  /** Up to date. */
  readonly database: Database;
  /** What stood behind the command's name. */
  readonly words: readonly string[];
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/**
 * Runs one command of the product on its database, and prints what `act` answers. What goes wrong is one line on standard
 * error and exit code 1.
 * @param usage how it is called, shown when it is called otherwise
 */
export async function runCommand(
  usage: string,
  { words: [fewest, most] }: { readonly words: readonly [fewest: number, most: number] },
  act: (call: CommandCall) => Promise<string>,
): Promise<void> {
  const words = process.argv.slice(2);
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  if (words.length < fewest || words.length > most) return fail([`Usage: ${usage}`]);
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
