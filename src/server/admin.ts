import { Email } from "#contract/accounts.ts";
import { type AdminGrant, grantAdmin } from "./auth/admin-invitations.ts";
import { openDatabase } from "./database/open-database.ts";
import { migrate } from "./database/migrate.ts";
import { loadSettings, type Settings } from "./env.ts";
import { StartError } from "./errors.ts";

function linkOf({ baseUrl, port }: Settings, token: string): string {
  return `${baseUrl ?? `http://localhost:${port}`}/register?invitation=${token}`;
}

function sentenceOf(granted: AdminGrant, email: string, settings: Settings): string {
  switch (granted.outcome) {
    case "promoted":
      return `${email} is an admin now.`;
    case "already-admin":
      return `${email} is an admin already.`;
    case "built-in":
      return `${email} is the built-in default admin: DEFAULT_ADMIN switches it on and off.`;
    case "invited":
      return `Nobody has registered as ${email} yet. This link, good once and for 7 days, creates the admin account:\n${linkOf(settings, granted.token)}`;
  }
}

async function grant(settings: Settings, email: string): Promise<string> {
  if (email === settings.defaultAdmin.email) return sentenceOf({ outcome: "built-in" }, email, settings);
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    return sentenceOf(await grantAdmin(database, email, new Date()), email, settings);
  } finally {
    await database.close();
  }
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}

/** `npm run admin -- EMAIL`: makes that account an admin's, or prints a one-time link to create it. */
async function main(words: readonly string[]): Promise<void> {
  const { settings, problems } = loadSettings();
  if (problems !== undefined) return fail(problems);
  const email = Email.safeParse(words[0]);
  if (!email.success || words.length !== 1) return fail(["Usage: npm run admin -- EMAIL"]);
  process.stdout.write(`${await grant(settings, email.data)}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  fail([error.message]);
}
