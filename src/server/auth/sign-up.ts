import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Kysely } from "kysely";
import type { Session, SignUp } from "#contract/accounts.ts";
import { fullName } from "#domain/people.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/schema.ts";
import type { Settings } from "../env.ts";
import { Refusal } from "../errors.ts";
import { takeAdminInvitation } from "./admin-invitations.ts";
import type { DefaultAdmin } from "./default-admin.ts";
import { hashing, hashPassword } from "./passwords.ts";
import { type RateLimit, signUpRules } from "./rate-limit.ts";
import type { AppEnv } from "./request-context.ts";
import { newSession, type NewSession, type Sessions } from "./sessions.ts";
import type { UserRecord } from "./user-record.ts";

interface SignUpDependencies {
  readonly settings: Pick<Settings, "registration">;
  readonly database: Database;
  readonly defaultAdmin: DefaultAdmin;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

/** The auth library's name for accounts that sign in with a password. */
export const PASSWORD_PROVIDER = "credential";

function newUser({ email, firstName, lastName, positions }: SignUp, isAdmin: boolean, now: Date): UserRecord {
  return { id: randomUUID(), email, firstName, lastName, positions, isAdmin, createdAt: now, isBuiltIn: false };
}

async function insertUser(kysely: Kysely<Tables>, user: UserRecord): Promise<void> {
  await kysely
    .insertInto("users")
    .values({
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      name: fullName(user),
      positions: JSON.stringify(user.positions),
      is_admin: user.isAdmin,
      created_at: user.createdAt,
      updated_at: user.createdAt,
      image: null,
    })
    .execute();
}

async function insertPassword(kysely: Kysely<Tables>, { id, createdAt }: UserRecord, password: string): Promise<void> {
  await kysely
    .insertInto("account")
    .values({
      id: randomUUID(),
      user_id: id,
      account_id: id,
      provider_id: PASSWORD_PROVIDER,
      password,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
}

async function isTaken(kysely: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await kysely.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return row !== undefined;
}

/**
 * Registers somebody, without any right unless a one-time link of `npm run admin` gives them, and signs them in. The
 * password is hashed first; then person, password and session are written together or not at all.
 */
export function createSignUp({ settings, database, defaultAdmin, rateLimit, sessions, clock }: SignUpDependencies) {
  const { kysely } = database;

  async function refuseTaken(email: string): Promise<void> {
    if (defaultAdmin.isReserved(email) || (await isTaken(kysely, email))) throw new Refusal("account.email_taken");
  }

  async function write(user: UserRecord, hash: string, session: NewSession, invitation?: string): Promise<void> {
    try {
      await kysely.transaction().execute(async (transaction) => {
        if (invitation !== undefined) await takeAdminInvitation(transaction, user.email, invitation, clock());
        await insertUser(transaction, user);
        await insertPassword(transaction, user, hash);
        await transaction.insertInto("session").values(session.row).execute();
      });
    } catch (error) {
      // Somebody registered this address while the password was hashed.
      if (database.isUniqueViolation(error)) throw new Refusal("account.email_taken");
      throw error;
    }
  }

  return async function signUp(context: Context<AppEnv>, form: SignUp): Promise<Session> {
    const { email, password, invitation } = form;
    if (settings.registration === "invite" && invitation === undefined) throw new Refusal("registration.closed");
    await rateLimit.count(signUpRules(context.get("clientAddress")));
    await refuseTaken(email);
    const hash = await hashing.run(() => hashPassword(password));
    const now = clock();
    const user = newUser(form, invitation !== undefined, now);
    const session = newSession(context, user.id, true, now);
    await write(user, hash, session, invitation);
    return sessions.give(context, user, session);
  };
}
