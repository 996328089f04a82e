import type { Context } from "hono";
import type { Kysely } from "kysely";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignIn } from "#contract/sign-in/sign-in.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { networkSignInRules, passwordRules, type RateRule, signInRules } from "../../api/rate-limit.ts";
import { readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { hashInQueue, hashPassword, isOutdated, PASSWORD_PROVIDER, verifyPassword } from "../passwords/passwords.ts";
import { findPassword } from "../passwords/read-password.ts";

interface Authenticated {
  readonly user: UserRecord;
  /** The stored hash that was checked; `null`: the built-in admin, who has no password. */
  readonly hash: string | null;
  /** A stronger hash of the same password, if the stored one is outdated. */
  readonly freshHash?: string | undefined;
}

type WithPassword = Authenticated & { readonly hash: string };

/** Whether the stored hash is still the one that was checked. Also stores the stronger hash. */
async function isStillValid(transaction: Kysely<Tables>, { user, hash, freshHash }: Authenticated): Promise<boolean> {
  if ((await findPassword(transaction, user.id)) !== hash) return false;
  if (freshHash !== undefined) {
    const account = transaction.updateTable("account").where("user_id", "=", user.id);
    await account.where("provider_id", "=", PASSWORD_PROVIDER).set({ password: freshHash }).execute();
  }
  return true;
}

/** Signs a user in by password. Wrong passwords and unknown e-mails get different errors, as specification §8 asks. */
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

  /** Call it in `hashInQueue`: concurrent guesses then run one after the other, and none escapes the rate limit. */
  async function verify(
    known: WithPassword,
    password: string,
    failureRules: readonly RateRule[],
  ): Promise<Authenticated> {
    // Again: tries that were ahead in the queue may have failed since.
    await rateLimit.check(failureRules);
    // Counts right passwords too, because each costs a hash; refuses when there were too many.
    await rateLimit.count(passwordRules(known.user.id));
    if (!(await verifyPassword(password, known.hash))) return fail("account.wrong_password", failureRules);
    return isOutdated(known.hash) ? { ...known, freshHash: await hashPassword(password) } : known;
  }

  async function checkCredentials(context: Context<AppEnv>, { email, password }: SignIn): Promise<Authenticated> {
    const network = context.get("clientNetwork");
    const failureRules = signInRules(network, email);
    const known = await findWithPassword(email);
    // Any password is accepted for the demo's account, without a rate limit: visitors must not lock each other out.
    if (known !== null && isOpenAccount(email)) return known;
    await rateLimit.check(failureRules);
    // An unknown address needs no hash, so it does not wait in the queue. Only the network counts: there is no account.
    if (known === null) return fail("account.not_found", networkSignInRules(network));
    context.set("personId", known.user.id);
    return hashInQueue(context, known.user.id, () => verify(known, password, failureRules));
  }

  /** The built-in admin, if this is its address and it may be used here. Accepts any password (specification §6). */
  async function findBuiltInAdmin(context: Context<AppEnv>, email: string): Promise<Authenticated | null> {
    const isUsable = defaultAdmin.isReserved(email) && (await defaultAdmin.isAllowed(context));
    const user = isUsable ? await defaultAdmin.findOrCreate() : null;
    return user && { user, hash: null };
  }

  return async function signIn(context: Context<AppEnv>, credentials: SignIn): Promise<Session> {
    const authenticated =
      (await findBuiltInAdmin(context, credentials.email)) ?? (await checkCredentials(context, credentials));
    const { user } = authenticated;
    context.set("personId", user.id);
    const session = await sessions.begin(context, {
      user,
      isRemembered: credentials.rememberMe === true,
      isStillValid: (transaction) => isStillValid(transaction, authenticated),
    });
    // The password or its hash changed since it was checked: check again.
    return session ?? signIn(context, credentials);
  };
}
