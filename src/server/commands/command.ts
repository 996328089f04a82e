import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { timeZoneNamed } from "#domain/calendar/time-zone.ts";
import { newDatabaseNote, spacesOff, whichSpace } from "#text/commands/command-output.ts";
import type { Database, Queryable } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { sqlitePath } from "../database/sqlite/sqlite-path.ts";
import { databaseFailure } from "../database/start-failures.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { recordAct } from "../journal/write-journal.ts";
import { noteDueReminders } from "../notifications/kinds/write-reminded.ts";
import { commandLine, type OptionTypes, print, runTool, type Tool, type ToolCall } from "./command-line.ts";
import type { CommandTarget } from "./space-of-command.ts";

/** A command that works on the database of one planning. */
interface Command<Types extends OptionTypes> extends Tool<Types> {
  /** Whether the command is meant for a new database too. For other commands, a note says that the database is new. */
  readonly fillsDatabase?: boolean;
}

export interface CommandCall<Types extends OptionTypes = OptionTypes> extends ToolCall<Types> {
  /** With all migrations applied. */
  readonly database: Database;
}

/** Opens the database of the installation's planning, or of the space that `--space SLUG` names. */
async function openTarget(settings: Settings, slug: string | undefined, command: string): Promise<CommandTarget> {
  if (settings.spaces !== null) {
    if (slug === undefined) throw new StartError(whichSpace(commandLine(command, "… --space SLUG")));
    const { openSpaceForCommand } = await import("./space-of-command.ts");
    return openSpaceForCommand(settings, slug);
  }
  if (slug !== undefined) throw new StartError(spacesOff);
  const database = await openDatabase(settings);
  return { settings, database, close: database.close };
}

/** Runs a command like `runTool`, opens the database for it, and prints what `act` returns. */
export async function runCommand<Types extends OptionTypes>(
  { fillsDatabase = false, ...tool }: Command<Types>,
  act: (call: CommandCall<Types>) => Promise<string>,
): Promise<void> {
  const options = { ...tool.options, space: "string" } as Types & { readonly space: "string" };
  await runTool({ ...tool, options }, async (call) => {
    const slug = call.options["space"] as string | undefined;
    const { databaseUrl, dataDir } = call.settings;
    const isNew = databaseUrl === null && slug === undefined && !existsSync(sqlitePath(dataDir));
    const { settings, database, close } = await openTarget(call.settings, slug, tool.name);
    try {
      // A space was migrated when it was opened.
      if (slug === undefined) await migrate(database);
      print(await act({ ...call, settings, database }));
      // A command that runs in another folder than the team's `.env` works on an empty database by mistake.
      if (isNew && !fillsDatabase) process.stderr.write(`${newDatabaseNote(dataDir)}\n`);
    } catch (error) {
      throw databaseFailure(database, error);
    } finally {
      await close();
    }
  });
}

/**
 * Called in the transaction that restores a backup. Due reminders count as sent, because most of them were sent after the
 * backup was made. The journal records the restoration.
 */
export async function noteRestored(
  filled: Queryable,
  { madeAt, now, timeZone }: { readonly madeAt: Date; readonly now: Date; readonly timeZone: string },
): Promise<void> {
  await noteDueReminders(filled, now, timeZoneNamed(timeZone));
  const act = { type: "backup.restored", madeAt: madeAt.toISOString() } as const;
  await recordAct(filled, { actorId: null, act, now });
}

/** Characters that could control the terminal. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Formats rows as aligned columns, for a terminal. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((text) => text.replaceAll(CONTROL_CHARACTERS, " ")));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Asks the operator to type `word` on the terminal. Returns whether they did; `false` when standard input ends first. */
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
