import { findingText, summaryOf } from "#text/doctor/finding.ts";
import { checkSettings, SETTINGS_FIRST } from "#text/doctor/settings-check.ts";
import { examine } from "../doctor/examine.ts";
import { loadSettings } from "../env.ts";
import { commandLine, isHelpAsked, usageLines } from "./command-line.ts";

/** Ends the process: a server that never answers may still hold a connection. */
function end(lines: readonly string[], code: 0 | 1): void {
  process.stdout.write(`${lines.join("\n")}\n`, () => process.exit(code));
}

/** `npm run doctor`: says in French what is well, what is not, and how to mend it. The exit code is 1 if something is wrong. */
async function main(): Promise<void> {
  const usage = usageLines("doctor", [""]);
  if (isHelpAsked()) return end(usage, 0);
  if (process.argv.length > 2) {
    process.stderr.write(`${usage.join("\n")}\n`);
    process.exitCode = 1;
    return;
  }
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return end([...checkSettings(problems).map(findingText), "", SETTINGS_FIRST], 1);
  const findings = await examine(settings, commandLine);
  const isWrong = findings.some(({ state }) => state === "wrong");
  end([...findings.map(findingText), "", summaryOf(findings)], isWrong ? 1 : 0);
}

await main();
