import { parseArgs } from "node:util";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { loadSettings, type Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { commandLine } from "./command-line.ts";

type OptionTypes = Readonly<Record<string, "boolean" | "string">>;

type Options<Types extends OptionTypes> = {
  readonly [Name in keyof Types]?: Types[Name] extends "boolean" ? boolean : string;
};

interface Command<Types extends OptionTypes> {
  /** As in `npm run NAME`. */
  readonly name: string;
  /** What follows the name, one line for each form; printed when the arguments are wrong. */
  readonly usage: readonly string[];
  readonly words: readonly [fewest: number, most: number];
  /** What may follow as `--name` or `--name VALUE`. */
  readonly options?: Types;
}

export interface CommandCall<Types extends OptionTypes = OptionTypes> {
  readonly settings: Settings;
  /** With all migrations applied. */
  readonly database: Database;
  /** The command-line arguments that belong to no option. */
  readonly words: readonly string[];
  readonly options: Options<Types>;
}

/** Thrown by a command whose arguments make no sense: its usage is printed. */
export class UsageError extends Error {}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** @throws UsageError for an unknown option, or one without its value */
function readArguments<Types extends OptionTypes>(types: Types): Pick<CommandCall<Types>, "words" | "options"> {
  const options = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    return { words: positionals, options: values as Options<Types> };
  } catch (error) {
    throw new UsageError("unknown arguments", { cause: error });
  }
}

function usageLines(name: string, usage: readonly string[]): string[] {
  return usage.map((words, index) => `${index === 0 ? "Usage:" : "      "} ${commandLine(name, words)}`);
}

/** A file that is printed as it is ends its last line itself. */
function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/**
 * Runs a command of the product on its database, and prints what `act` returns. Wrong settings or arguments, and every
 * `StartError`, are printed on standard error, and the exit code is 1.
 */
export async function runCommand<Types extends OptionTypes>(
  { name, usage, words: [fewest, most], options }: Command<Types>,
  act: (call: CommandCall<Types>) => Promise<string>,
): Promise<void> {
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  try {
    const given = readArguments(options ?? ({} as Types));
    if (given.words.length < fewest || given.words.length > most) throw new UsageError("too few or too many words");
    const database = await openDatabase(settings);
    try {
      await migrate(database);
      print(await act({ settings, database, ...given }));
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof UsageError) return fail(usageLines(name, usage));
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}
