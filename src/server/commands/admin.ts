import { Email } from "#contract/accounts/account-fields.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import {
  adminInvited,
  alreadyAdmin,
  builtInAdmin,
  notAnEmailAddress,
  nowAdmin,
} from "#text/commands/command-answers.ts";
import { type AdminGrant, grantAdmin } from "../auth/invitations/admin-invitations.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { linkOrigin } from "./command-line.ts";
import { type CommandCall, runCommand } from "./command.ts";

function linkOf(settings: Settings, token: string): string {
  return `${linkOrigin(settings)}${LINKED_PAGES.register}?invitation=${token}`;
}

function sentenceOf(granted: AdminGrant, email: string, settings: Settings): string {
  switch (granted.outcome) {
    case "promoted":
      return nowAdmin(email);
    case "already-admin":
      return alreadyAdmin(email);
    case "built-in":
      return builtInAdmin(email);
    case "invited":
      return adminInvited(email, linkOf(settings, granted.token));
  }
}

async function grant({ settings, database, words: [word = ""] }: CommandCall): Promise<string> {
  const email = Email.safeParse(word);
  if (!email.success) throw new StartError(notAnEmailAddress(word));
  if (email.data === settings.defaultAdmin.email) return sentenceOf({ outcome: "built-in" }, email.data, settings);
  return sentenceOf(await grantAdmin(database, email.data, new Date()), email.data, settings);
}

/** `npm run admin -- EMAIL`: makes that account an admin, or prints a one-time link to create it. */
await runCommand({ name: "admin", usage: ["EMAIL"], words: [1, 1] }, grant);
