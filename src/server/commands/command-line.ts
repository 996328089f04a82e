import { parseArgs } from "node:util";
import { Email } from "#contract/accounts/account-fields.ts";
import { notAnEmailAddress, USAGE } from "#text/commands/command-output.ts";
import { loadSettings, type Settings } from "../env.ts";
import { StartError } from "../errors.ts";

/**
 * The line that an operator types to run a command: `npm run NAME -- WORDS` in a clone of the repository, or
 * `diapason NAME WORDS` in a release, whose launcher sets DIAPASON_LAUNCHER.
 */
export function commandLine(name: string, words = ""): string {
  const launcher = process.env["DIAPASON_LAUNCHER"];
  if (launcher) return [launcher, name, words].filter(Boolean).join(" ");
  return words === "" ? `npm run ${name}` : `npm run ${name} -- ${words}`;
}

/** The usage of a command, with one line for each form of its arguments. */
export function usageLines(name: string, usage: readonly string[]): string[] {
  return usage.map((words, index) => `${index === 0 ? USAGE : " ".repeat(USAGE.length)} ${commandLine(name, words)}`);
}

/** Whether the command was called with `--help`. Checked before the settings, so that help works with wrong settings too. */
export function isHelpAsked(words: readonly string[] = process.argv.slice(2)): boolean {
  return words.includes("--help") || words.includes("-h");
}

/** Prints lines on standard error, and sets the exit code to 1. */
export function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** Prints a text, with a line break at the end. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Runs the main function of a process. For a `StartError` it prints only the message. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}

export type OptionTypes = Readonly<Record<string, "boolean" | "string">>;

type Options<Types extends OptionTypes> = {
  readonly [Name in keyof Types]?: Types[Name] extends "boolean" ? boolean : string;
};

/** The description of a command: its name, its usage, and which arguments it takes. */
export interface Tool<Types extends OptionTypes> {
  /** As in `npm run NAME`. */
  readonly name: string;
  /** The arguments after the name, one line for each form. They are printed when the arguments are wrong. */
  readonly usage: readonly string[];
  /** How many arguments the command takes besides its options. */
  readonly words: readonly [fewest: number, most: number];
  /** The options, given as `--name` or `--name VALUE`. */
  readonly options?: Types;
}

export interface ToolCall<Types extends OptionTypes = OptionTypes> {
  readonly settings: Settings;
  /** The command-line arguments that belong to no option. */
  readonly words: readonly string[];
  readonly options: Options<Types>;
}

/** Thrown by a command for wrong arguments. `runTool` then prints the command's usage instead of the message. */
export class UsageError extends Error {}

/** @throws UsageError for an unknown option, an option without its value, and too few or too many words */
function readArguments<Types extends OptionTypes>({ words: [fewest, most], options: types }: Tool<Types>) {
  const options = Object.fromEntries(Object.entries(types ?? {}).map(([name, type]) => [name, { type }]));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError("wrong options", { cause: error });
  }
  const { positionals: words, values } = parsed;
  if (words.length < fewest || words.length > most) throw new UsageError("too few or too many words");
  return { words, options: values as Options<Types> };
}

/**
 * Runs a command that opens no planning's database (`runCommand` is for the others), or with `--help` prints its usage.
 * Wrong settings or arguments, and every `StartError`, are printed on standard error, and the exit code is 1.
 */
export async function runTool<Types extends OptionTypes>(
  tool: Tool<Types>,
  act: (call: ToolCall<Types>) => Promise<void>,
): Promise<void> {
  const usage = usageLines(tool.name, tool.usage);
  if (isHelpAsked()) return print(usage.join("\n"));
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  await runMain(async () => {
    try {
      await act({ settings, ...readArguments(tool) });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      fail(usage);
    }
  });
}

/** Reads an e-mail address that the operator typed. @throws StartError if it is none */
export function requireEmail(word: string): string {
  const email = Email.safeParse(word);
  if (!email.success) throw new StartError(notAnEmailAddress(word));
  return email.data;
}

/** The origin of the links that a command prints. */
export function linkOrigin({ baseUrl, port }: Pick<Settings, "baseUrl" | "port">): string {
  return baseUrl ?? `http://localhost:${port}`;
}
