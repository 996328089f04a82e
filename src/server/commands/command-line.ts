import { USAGE } from "#text/commands/command-answers.ts";

/**
 * How the operator runs a command of the product here: `npm run NAME -- WORDS` in a clone, `diapason NAME WORDS` in a
 * release, whose launcher says so in DIAPASON_LAUNCHER.
 */
export function commandLine(name: string, words = ""): string {
  const launcher = process.env["DIAPASON_LAUNCHER"];
  if (launcher) return [launcher, name, words].filter(Boolean).join(" ");
  return words === "" ? `npm run ${name}` : `npm run ${name} -- ${words}`;
}

/** How a command is used, one line for each form of what follows its name. */
export function usageLines(name: string, usage: readonly string[]): string[] {
  return usage.map((words, index) => `${index === 0 ? USAGE : " ".repeat(USAGE.length)} ${commandLine(name, words)}`);
}

/** Whether the command is only asked how it is used. Looked at before settings, so that a wrong one is not in the way. */
export function isHelpAsked(words: readonly string[] = process.argv.slice(2)): boolean {
  return words.includes("--help") || words.includes("-h");
}
