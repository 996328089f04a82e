import { Email } from "#contract/accounts/account-fields.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { type AdminGrant, grantAdmin } from "../auth/invitations/admin-invitations.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { type CommandCall, runCommand } from "./command.ts";
import { linkOrigin } from "./link-origin.ts";

function linkOf(settings: Settings, token: string): string {
  return `${linkOrigin(settings)}${LINKED_PAGES.register}?invitation=${token}`;
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

async function grant({ settings, database, words: [word = ""] }: CommandCall): Promise<string> {
  const email = Email.safeParse(word);
  if (!email.success) throw new StartError(`This is no e-mail address: ${word}`);
  if (email.data === settings.defaultAdmin.email) return sentenceOf({ outcome: "built-in" }, email.data, settings);
  return sentenceOf(await grantAdmin(database, email.data, new Date()), email.data, settings);
}

/** `npm run admin -- EMAIL`: makes that account an admin, or prints a one-time link to create it. */
await runCommand({ name: "admin", usage: ["EMAIL"], words: [1, 1] }, grant);
