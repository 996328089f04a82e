import { adminInvited, alreadyAdmin, builtInAdmin, nowAdmin } from "#text/commands/command-output.ts";
import { grantAdmin } from "../auth/invitations/admin-invitations.ts";
import { invitationLink } from "../auth/links/tokens.ts";
import { linkOrigin, requireEmail } from "./command-line.ts";
import { type CommandCall, runCommand } from "./command.ts";

async function makeAdmin({ settings, database, words: [word = ""] }: CommandCall): Promise<string> {
  const email = requireEmail(word);
  if (email === settings.defaultAdmin.email) return builtInAdmin(email);
  const grant = await grantAdmin(database, email, new Date());
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

/** `npm run admin -- EMAIL`: makes that account an admin, or prints a one-time link to create it. */
await runCommand({ name: "admin", usage: ["EMAIL"], words: [1, 1] }, makeAdmin);
