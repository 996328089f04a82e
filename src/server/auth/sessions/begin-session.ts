import type { Context } from "hono";
import type { Kysely } from "kysely";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { UserRecord } from "../../api/user-record.ts";
import type { Database } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { lockPerson } from "../passwords/write-password.ts";
import { capSessions, newSession, type Sessions } from "./sessions.ts";

interface BeginningDependencies {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly clock: () => Date;
  /** Whether strangers share the account of this person; `undefined`: of nobody. */
  readonly isOpenAccount?: ((email: string) => boolean) | undefined;
}

interface Beginning {
  readonly user: UserRecord;
  readonly isRemembered: boolean;
  /** Run while the user is locked: whether what they signed in with still counts. */
  readonly holds: (transaction: Kysely<Tables>) => Promise<boolean>;
}

/** Begins a session of `user` on this browser. Returns `null` if what they signed in with counts no longer. */
export type BeginSession = (context: Context<AppEnv>, beginning: Beginning) => Promise<Session | null>;

export function createBeginSession({
  database,
  sessions,
  clock,
  isOpenAccount = () => false,
}: BeginningDependencies): BeginSession {
  const { kysely, engine } = database;
  return async function begin(context, { user, isRemembered, holds }) {
    const session = newSession(context, user.id, isRemembered, clock());
    const isStored = await kysely.transaction().execute(async (transaction) => {
      if ((await lockPerson(transaction, engine, user.id)) === null) throw new Refusal("account.not_found");
      if (!(await holds(transaction))) return false;
      await transaction.insertInto("session").values(session.row).execute();
      const signedIn = { signed_in_at: session.row.created_at };
      await transaction.updateTable("users").set(signedIn).where("id", "=", user.id).execute();
      // No limit for the built-in admin: its sessions belong to the owner of this machine.
      if (!user.isBuiltIn)
        await capSessions(transaction, session.row, user.email !== null && isOpenAccount(user.email));
      return true;
    });
    return isStored ? sessions.give(context, user, session) : null;
  };
}
