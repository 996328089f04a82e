import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { newDatabaseNote, spacesOff, whichSpace } from "#text/commands/command-answers.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { databaseFailure } from "../database/start-failures.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import { loadSettings, type Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { commandLine, isHelpAsked, usageLines } from "./command-line.ts";

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
  /** A new database is as good as any. Otherwise one that had to be made is mentioned. */
  readonly fillsDatabase?: boolean;
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

/** A file that is printed as it is ends its last line itself. */
function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

const SPACE = "space";
const SPACE_OPTION = { [SPACE]: "string" } as const;

/** The planning that a command works on. */
interface Place {
  readonly settings: Settings;
  /** With all migrations applied. */
  readonly database: Database;
  /** Whether its database had to be made, though the command does not fill it. */
  readonly isNew: boolean;
  readonly close: () => Promise<void>;
}

/** Opens the one planning, or that of `--space SLUG`. */
async function openPlace(
  settings: Settings,
  slug: string | undefined,
  { name, fillsDatabase }: { readonly name: string; readonly fillsDatabase: boolean },
): Promise<Place> {
  if (settings.spaces !== null) {
    if (slug === undefined) throw new StartError(whichSpace(commandLine(name, "… --space SLUG")));
    const { openSpaceForCommand } = await import("./space-of-command.ts");
    return { ...(await openSpaceForCommand(settings, slug)), isNew: false };
  }
  if (slug !== undefined) throw new StartError(spacesOff);
  const isNew = !fillsDatabase && settings.databaseUrl === null && !existsSync(sqlitePath(settings.dataDir));
  const database = await openDatabase(settings);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw databaseFailure(database, error);
  }
  return { settings, database, isNew, close: database.close };
}

/**
 * Runs a command of the product on its database, and prints what `act` returns, or with `--help` its usage. Wrong settings or arguments, and every
 * `StartError`, are printed on standard error, and the exit code is 1.
 */
export async function runCommand<Types extends OptionTypes>(
  { name, usage, words: [fewest, most], options, fillsDatabase = false }: Command<Types>,
  act: (call: CommandCall<Types>) => Promise<string>,
): Promise<void> {
  if (isHelpAsked()) return print(usageLines(name, usage).join("\n"));
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  try {
    const { options: read, words: given } = readArguments({ ...options, ...SPACE_OPTION } as Types &
      typeof SPACE_OPTION);
    if (given.length < fewest || given.length > most) throw new UsageError("too few or too many words");
    const slug = read[SPACE] as string | undefined;
    const place = await openPlace(settings, slug, { name, fillsDatabase });
    try {
      print(
        await act({
          settings: place.settings,
          database: place.database,
          words: given,
          options: read,
        }),
      );
      // In another folder than that of the team's `.env`, a command would quietly work on an empty database.
      if (place.isNew) process.stderr.write(`${newDatabaseNote(settings.dataDir)}\n`);
    } catch (error) {
      throw databaseFailure(place.database, error);
    } finally {
      await place.close();
    }
  } catch (error) {
    if (error instanceof UsageError) return fail(usageLines(name, usage));
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}
