import type { Kysely } from "kysely";
import type { TeamInvitation } from "#contract/accounts/invitations.ts";
import { LINKED_PAGES } from "#contract/paths.ts";
import { readDate, type Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import type { AuthParts } from "../auth-parts.ts";
import { deriveToken, invitationLink, isSame, randomToken } from "../links/tokens.ts";

/** The id of the table's only row. */
const ID = 1;

/** The team's one registration link, which everybody may use. It is valid until an admin renews it. */
export function createTeamInvitations({ settings, database, baseUrl, secret, clock }: AuthParts) {
  const { kysely, engine } = database;

  function tokenOf(nonce: string): string {
    return deriveToken(secret, "team invitation", nonce);
  }

  function newRow() {
    return { id: ID, nonce: randomToken(), created_at: clock() };
  }

  function present(row: { readonly nonce: string; readonly created_at: Date | string }): TeamInvitation {
    const link = invitationLink(baseUrl, tokenOf(row.nonce));
    return { registration: "invite", link, since: readDate(row.created_at).toISOString() };
  }

  return {
    async read(): Promise<TeamInvitation> {
      if (settings.registration === "open")
        return { registration: "open", link: `${baseUrl}${LINKED_PAGES.register}`, since: null };
      const insert = kysely.insertInto("team_invitation").values(newRow());
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
      return present(await kysely.selectFrom("team_invitation").selectAll().executeTakeFirstOrThrow());
    },
    /** @throws Refusal when registration is open to all */
    async renew(actorId: string): Promise<TeamInvitation> {
      if (settings.registration === "open") throw new Refusal("invitation.not_needed");
      const row = newRow();
      await kysely.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("team_invitation")
          .values(row)
          .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
          .execute();
        const act = { type: "invitation.renewed" } as const;
        await recordAct({ engine, kysely: transaction }, { actorId, act, now: row.created_at });
      });
      return present(row);
    },
    async isCurrent(connection: Kysely<Tables>, token: string): Promise<boolean> {
      const row = await connection.selectFrom("team_invitation").select("nonce").executeTakeFirst();
      return row !== undefined && isSame(Buffer.from(token), Buffer.from(tokenOf(row.nonce)));
    },
  };
}
