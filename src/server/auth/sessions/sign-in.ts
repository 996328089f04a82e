import type { Context } from "hono";
import type { SignIn } from "#contract/account-forms.ts";
import type { Session } from "#contract/accounts.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import type { DefaultAdmin } from "./default-admin.ts";
import { findPassword, holdPerson, refreshHash } from "./password-queries.ts";
import { hashing, hashPassword, isOutdated, verifyPassword } from "./passwords.ts";
import { type RateLimit, type RateRule, signInRules } from "./rate-limit.ts";
import type { AppEnv } from "./request-context.ts";
import { newSession, type NewSession, type Sessions } from "./sessions.ts";
import { PASSWORD_PROVIDER } from "./sign-up.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "./user-record.ts";

interface SignInDependencies {
  readonly database: Database;
  readonly defaultAdmin: DefaultAdmin;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

/** Somebody who may sign in, by this password; the default admin has none. */
interface Recognised {
  readonly user: UserRecord;
  readonly hash: string | null;
  /** The same password as it would be hashed today, where that is stronger. */
  readonly freshHash?: string | undefined;
}

/** Signs somebody in, telling a wrong password from an unknown e-mail, as the specification wants (§8). */
export function createSignIn({ database, defaultAdmin, rateLimit, sessions, clock }: SignInDependencies) {
  const { kysely, engine } = database;

  async function findWithPassword(email: string): Promise<{ user: UserRecord; hash: string } | null> {
    const row = await kysely
      .selectFrom("users")
      .innerJoin("account", "account.user_id", "users.id")
      .select([...USER_COLUMNS, "account.password"])
      .where("users.email", "=", email)
      .where("account.provider_id", "=", PASSWORD_PROVIDER)
      .executeTakeFirst();
    return row === undefined || row.password === null ? null : { user: readUser(row), hash: row.password };
  }

  async function fail(
    code: "account.not_found" | "account.wrong_password",
    rules: readonly RateRule[],
  ): Promise<never> {
    await rateLimit.count(rules);
    throw new Refusal(code);
  }

  /** The person whose e-mail and password these are. */
  async function recognise(
    context: Context<AppEnv>,
    { email, password }: SignIn,
    rules: readonly RateRule[],
  ): Promise<Recognised> {
    await rateLimit.check(rules);
    const known = await findWithPassword(email);
    if (known === null) return fail("account.not_found", rules.slice(0, 1));
    context.set("personId", known.user.id);
    if (!(await verifyPassword(password, known.hash))) return fail("account.wrong_password", rules);
    return isOutdated(known.hash) ? { ...known, freshHash: await hashPassword(password) } : known;
  }

  /** The default admin where it may act, whatever the password (specification §6). */
  async function builtInAdmin(context: Context<AppEnv>, email: string): Promise<Recognised | null> {
    const isMeant = defaultAdmin.isReserved(email) && defaultAdmin.isAllowed(context);
    const user = isMeant ? await defaultAdmin.findOrCreate() : null;
    return user && { user, hash: null };
  }

  /** A new password, or a deletion, ends every session: `false` for a sign-in that was under way meanwhile. */
  async function keep({ row }: NewSession, { user, hash, freshHash }: Recognised): Promise<boolean> {
    return kysely.transaction().execute(async (transaction) => {
      const person = await holdPerson(transaction, engine, user.id);
      if (person === null) throw new Refusal("account.not_found");
      if ((await findPassword(transaction, user.id)) !== hash) return false;
      if (freshHash !== undefined) await refreshHash(transaction, user.id, freshHash);
      await transaction.insertInto("session").values(row).execute();
      return true;
    });
  }

  async function recogniseAnybody(context: Context<AppEnv>, credentials: SignIn): Promise<Recognised> {
    const builtIn = await builtInAdmin(context, credentials.email);
    if (builtIn !== null) return builtIn;
    const rules = signInRules(context.get("clientNetwork"), credentials.email);
    // Limit and password are looked at in one turn: guesses sent all at once are counted one by one.
    return hashing.run(() => recognise(context, credentials, rules));
  }

  return async function signIn(context: Context<AppEnv>, credentials: SignIn): Promise<Session> {
    const recognised = await recogniseAnybody(context, credentials);
    const { user } = recognised;
    context.set("personId", user.id);
    const session = newSession(context, user.id, credentials.rememberMe === true, clock());
    if (await keep(session, recognised)) return sessions.give(context, user, session);
    // Another password, or a stronger hash of the same, came in between: it is looked at again.
    return signIn(context, credentials);
  };
}
