import type { HandedOverReset } from "#contract/accounts/users.ts";
import type { Database } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { findPassword } from "../passwords/read-password.ts";
import { storeToken } from "./write-reset-tokens.ts";
import { readUser, USER_COLUMNS } from "../../api/user-record.ts";
import { newResetToken, resetLink } from "./reset-token.ts";

interface HandedOverResetDependencies {
  readonly database: Database;
  /** The origin of the link. */
  readonly baseUrl: string;
  /** Whether a mail server is set: then links go by mail only. */
  readonly isMailSent: boolean;
  readonly clock: () => Date;
}

/**
 * Creates a reset link for an admin to hand over, where no mail server is set. The admin could use it themself, so it
 * is refused for admin accounts: somebody at an admin's open browser must not take over another admin. The operator, who
 * reads the database anyway, may make one for everybody. The journal records who made the link for whom.
 */
export function createHandedOverResets({ database, baseUrl, isMailSent, clock }: HandedOverResetDependencies) {
  const { kysely, engine } = database;

  /** @param actorId `null`: the server's command line, which may do this for everybody who has a password */
  return async function handOver(actorId: string | null, userId: string): Promise<HandedOverReset> {
    const isOperator = actorId === null;
    if (isMailSent && !isOperator) throw new Refusal("reset.by_mail");
    const now = clock();
    const { token, tokenHash, expiresAt } = newResetToken(now);
    await kysely.transaction().execute(async (transaction) => {
      const both = transaction
        .selectFrom("users")
        .select(USER_COLUMNS)
        .where("id", "in", [actorId ?? userId, userId]);
      const held = (await lockRows(engine, both.orderBy("users.id")).execute()).map(readUser);
      const [actor, person] = [actorId, userId].map((wanted) => held.find(({ id }) => id === wanted));
      // Demoted or deleted since the call was authorised.
      if (!isOperator && actor?.isAdmin !== true) throw new Refusal("request.forbidden");
      if (person === undefined) throw new Refusal("user.not_found");
      if (person.isBuiltIn) throw new Refusal("account.built_in");
      if (person.isAdmin && !isOperator) throw new Refusal("reset.of_admin");
      if ((await findPassword(transaction, userId)) === null) throw new Refusal("user.no_account");
      await storeToken(transaction, { userId, tokenHash, expiresAt, mailedTo: null });
      const act = { type: "user.reset_link_made", userId } as const;
      await recordAct({ engine, kysely: transaction }, { actorId, act, now });
    });
    return { link: resetLink(baseUrl, token), expiresAt: expiresAt.toISOString() };
  };
}
