import { Email } from "#contract/accounts/account-fields.ts";
import {
  adminInvited,
  alreadyAdmin,
  builtInAdmin,
  notAnEmailAddress,
  nowAdmin,
} from "#text/commands/command-output.ts";
import { type AdminGrant, grantAdmin } from "../auth/invitations/admin-invitations.ts";
import { invitationLink } from "../auth/links/tokens.ts";
import type { Settings } from "../env.ts";
import { StartError } from "../errors.ts";
import { linkOrigin } from "./command-line.ts";
import { type CommandCall, runCommand } from "./command.ts";

function sentenceOf(grant: AdminGrant, email: string, settings: Settings): string {
  switch (grant.outcome) {
    case "promoted":
      return nowAdmin(email);
    case "already-admin":
      return alreadyAdmin(email);
    case "built-in":
      return builtInAdmin(email);
    case "invited":
      return adminInvited(email, invitationLink(linkOrigin(settings), grant.token));
  }
}

async function makeAdmin({ settings, database, words: [word = ""] }: CommandCall): Promise<string> {
  const email = Email.safeParse(word);
  if (!email.success) throw new StartError(notAnEmailAddress(word));
  if (email.data === settings.defaultAdmin.email) return sentenceOf({ outcome: "built-in" }, email.data, settings);
  return sentenceOf(await grantAdmin(database, email.data, new Date()), email.data, settings);
}

/** `npm run admin -- EMAIL`: makes that account an admin, or prints a one-time link to create it. */
await runCommand({ name: "admin", usage: ["EMAIL"], words: [1, 1] }, makeAdmin);
