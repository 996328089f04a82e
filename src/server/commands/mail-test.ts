import { Email } from "#contract/accounts/account-fields.ts";
import { noEmailAddress } from "#text/commands/command-answers.ts";
import { loadSettings } from "../env.ts";
import { StartError } from "../errors.ts";
import { sendTestMail } from "../mail/send-test-mail.ts";
import { isHelpAsked, usageLines } from "./command-line.ts";

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** `npm run mail-test -- ADDRESS`: sends a test mail with the settings in force, and prints what the server answered. */
async function main(): Promise<void> {
  const [word = "", ...others] = process.argv.slice(2);
  const usage = usageLines("mail-test", ["ADDRESS"]);
  if (isHelpAsked()) return void process.stdout.write(`${usage.join("\n")}\n`);
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  if (word === "" || others.length > 0) return fail(usage);
  const address = Email.safeParse(word);
  if (!address.success) return fail([noEmailAddress(word)]);
  try {
    process.stdout.write(`${await sendTestMail(settings, address.data)}\n`);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    fail([error.message]);
  }
}

await main();
