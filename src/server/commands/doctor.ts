import { existsSync } from "node:fs";
import { noSuchSpace } from "#text/commands/command-output.ts";
import { postgresUnusable } from "#text/commands/start-lines.ts";
import { type CommandLine, findingText, summaryOf } from "#text/doctor/finding.ts";
import { checkSettings, SETTINGS_FIRST } from "#text/doctor/settings-check.ts";
import { reasonOf } from "../database/data-dir.ts";
import { inspectPostgres } from "../database/postgres/inspect-postgres.ts";
import { REGISTER_SCHEMA } from "../database/postgres/space-schema.ts";
import type { Space } from "../database/register/space-rows.ts";
import { registerPath } from "../database/sqlite/sqlite-path.ts";
import { examine } from "../doctor/examine.ts";
import { loadSettings, type Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { requireSpacesOn, spaceSettings } from "../spaces/space-settings.ts";
import { commandLine, fail, isHelpAsked, linkOrigin, runMain, usageLines } from "./command-line.ts";

/** How long PostgreSQL may take to respond. */
const LONGEST_MS = 5000;

/** Prints lines and ends the process, because a connection to a silent server may still be open. */
function end(lines: readonly string[], code: 0 | 1): void {
  process.stdout.write(`${lines.join("\n")}\n`, () => process.exit(code));
}

/** Whether the register of spaces exists: the database that lists them. */
async function hasRegister({ dataDir, databaseUrl }: Settings): Promise<boolean> {
  if (databaseUrl === null) return existsSync(registerPath(dataDir));
  try {
    return (await inspectPostgres(databaseUrl, REGISTER_SCHEMA, LONGEST_MS)).version !== null;
  } catch (error) {
    throw new StartError(postgresUnusable(new URL(databaseUrl).host, reasonOf(error)), { cause: error });
  }
}

/** A space and its settings. */
async function readSpace(settings: Settings, slug: string): Promise<readonly [Space, Settings]> {
  requireSpacesOn(settings);
  // Opening the register would create it.
  if (!(await hasRegister(settings))) throw new StartError(noSuchSpace(slug));
  const { findSpace } = await import("./space-of-command.ts");
  const { openRegister } = await import("../database/register/register.ts");
  const register = await openRegister(settings);
  try {
    const space = await findSpace(register, slug);
    return [space, { ...spaceSettings({ settings, baseUrl: linkOrigin(settings), secret: "" }, space), spaces: null }];
  } finally {
    await register.close();
  }
}

/** How to run a command on a space. `mail-test` takes none: the mail server is the same for all. */
function commandOf(slug: string): CommandLine {
  return (name, words = "") => commandLine(name, name === "mail-test" ? words : `--space ${slug} ${words}`.trimEnd());
}

/** `npm run doctor`: prints in French what is right, what is wrong, and how to fix it. Exit code 1 if something is wrong. */
async function main(): Promise<void> {
  const usage = usageLines("doctor", [""]);
  if (isHelpAsked()) return end(usage, 0);
  const [option, slug, ...others] = process.argv.slice(2);
  if (option !== undefined && (option !== "--space" || slug === undefined || others.length > 0)) return fail(usage);
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return end([...checkSettings(problems).map(findingText), "", SETTINGS_FIRST], 1);
  const findings =
    slug === undefined
      ? await examine(settings, null, commandLine)
      : await readSpace(settings, slug).then(([space, own]) => examine(own, space, commandOf(slug)));
  const isWrong = findings.some(({ state }) => state === "wrong");
  end([...findings.map(findingText), "", summaryOf(findings)], isWrong ? 1 : 0);
}

await runMain(main);
