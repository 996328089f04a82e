import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Kysely } from "kysely";
import type { SignUp } from "#contract/accounts/sign-up.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import { fullName } from "#domain/people/people.ts";
import type { Database } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import type { Admission, Admissions } from "../invitations/admissions.ts";
import type { DefaultAdmin } from "./default-admin.ts";
import { hashing, hashPassword, PASSWORD_PROVIDER } from "../passwords/passwords.ts";
import { type RateLimit, signUpRules } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { newSession, type NewSession, type Sessions } from "../sessions/sessions.ts";
import type { UserRecord } from "../../api/user-record.ts";

interface SignUpDependencies {
  readonly admissions: Admissions;
  readonly database: Database;
  readonly defaultAdmin: DefaultAdmin;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

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

/** Whether an account with this address exists. */
export async function isTaken(kysely: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await kysely.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return row !== undefined;
}

/**
 * Registers a member and signs them in. Only a one-time link of `npm run admin` makes them an admin. The password is
 * hashed first; then account, password and session are written in one transaction.
 */
export function createSignUp({ admissions, database, defaultAdmin, rateLimit, sessions, clock }: SignUpDependencies) {
  const { kysely, engine } = database;

  async function refuseTaken(email: string): Promise<void> {
    if (defaultAdmin.isReserved(email) || (await isTaken(kysely, email))) throw new Refusal("account.email_taken");
  }

  async function write(user: UserRecord, hash: string, session: NewSession, admission: Admission): Promise<void> {
    try {
      await kysely.transaction().execute(async (transaction) => {
        await admissions.use(transaction, admission, user.email);
        await insertUser(transaction, user);
        await insertPassword(transaction, user, hash);
        await transaction.insertInto("session").values(session.row).execute();
        if (admission.by === "admin-link") {
          const act = { type: "admin_link.used" } as const;
          await recordAct({ engine, kysely: transaction }, { actorId: user.id, act, now: user.createdAt });
        }
      });
    } catch (error) {
      // Somebody registered this address while the password was hashed.
      if (database.isUniqueViolation(error)) throw new Refusal("account.email_taken");
      throw error;
    }
  }

  return async function signUp(context: Context<AppEnv>, form: SignUp): Promise<Session> {
    const { email, password, invitation } = form;
    admissions.requireLink(invitation);
    await rateLimit.count(signUpRules(context.get("clientNetwork")));
    // Checked first: a repeated form gets « address taken » rather than « link used up ».
    await refuseTaken(email);
    const admission = await admissions.of(invitation);
    const network = context.get("clientNetwork");
    // There is no account yet, so all newcomers of a network share a lane.
    const hash = await hashing.run({ network, account: `newcomers of ${network}` }, () => hashPassword(password));
    const now = clock();
    const user = newUser(form, admission.by === "admin-link", now);
    const session = newSession(context, user.id, true, now);
    await write(user, hash, session, admission);
    context.set("personId", user.id);
    return sessions.give(context, user, session);
  };
}
