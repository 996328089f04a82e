import type { Context } from "hono";
import type { Kysely } from "kysely";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignIn } from "#contract/sign-in/sign-in.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { passwordRules, type RateRule, signInRules } from "../../api/rate-limit.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashInTurn, hashPassword, isOutdated, PASSWORD_PROVIDER, verifyPassword } from "../passwords/passwords.ts";
import { findPassword } from "../passwords/read-password.ts";
import { refreshHash } from "../passwords/write-password.ts";

/** A user whose credentials are right, with the hash that was checked; the default admin has none. */
interface Authenticated {
  readonly user: UserRecord;
  readonly hash: string | null;
  /** A new hash of the same password, when today's parameters are stronger. */
  readonly freshHash?: string | undefined;
}

type WithPassword = Authenticated & { readonly hash: string };

/** Returns `false` if the password changed since it was checked, as that ends every session. */
async function isStillValid(transaction: Kysely<Tables>, { user, hash, freshHash }: Authenticated): Promise<boolean> {
  if ((await findPassword(transaction, user.id)) !== hash) return false;
  if (freshHash !== undefined) await refreshHash(transaction, user.id, freshHash);
  return true;
}

/** Signs a user in. Wrong passwords and unknown e-mails get different errors, as the specification asks (§8). */
export function createSignIn({ database, defaultAdmin, rateLimit, sessions, isOpenAccount }: AuthParts) {
  async function findWithPassword(email: string): Promise<WithPassword | null> {
    const row = await database.kysely
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

  /** Checks limit and password in one queue turn, so that concurrent guesses are counted one by one. */
  async function verify(known: WithPassword, password: string, rules: readonly RateRule[]): Promise<Authenticated> {
    await rateLimit.check(rules);
    await rateLimit.count(passwordRules(known.user.id));
    if (!(await verifyPassword(password, known.hash))) return fail("account.wrong_password", rules);
    return isOutdated(known.hash) ? { ...known, freshHash: await hashPassword(password) } : known;
  }

  async function checkCredentials(context: Context<AppEnv>, { email, password }: SignIn): Promise<Authenticated> {
    const rules = signInRules(context.get("clientNetwork"), email);
    const known = await findWithPassword(email);
    // Failed tries of one visitor must not lock the others out.
    if (known !== null && isOpenAccount(email)) return known;
    await rateLimit.check(rules);
    // Outside the queue: an unknown address costs no hash.
    if (known === null) return fail("account.not_found", rules.slice(0, 1));
    context.set("personId", known.user.id);
    return hashInTurn(context, known.user.id, () => verify(known, password, rules));
  }

  /** The default admin, if it may act here; any password is accepted (specification §6). */
  async function builtInAdmin(context: Context<AppEnv>, email: string): Promise<Authenticated | null> {
    const isMeant = defaultAdmin.isReserved(email) && (await defaultAdmin.isAllowed(context));
    const user = isMeant ? await defaultAdmin.findOrCreate() : null;
    return user && { user, hash: null };
  }

  return async function signIn(context: Context<AppEnv>, credentials: SignIn): Promise<Session> {
    const authenticated =
      (await builtInAdmin(context, credentials.email)) ?? (await checkCredentials(context, credentials));
    const { user } = authenticated;
    context.set("personId", user.id);
    const session = await sessions.begin(context, {
      user,
      isRemembered: credentials.rememberMe === true,
      isStillValid: (transaction) => isStillValid(transaction, authenticated),
    });
    // The password or its hash changed meanwhile: start again.
    return session ?? signIn(context, credentials);
  };
}
