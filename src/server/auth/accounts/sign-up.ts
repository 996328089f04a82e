import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { Kysely } from "kysely";
import { Email } from "#contract/accounts/account-fields.ts";
import { Invitation } from "#contract/accounts/invitations.ts";
import type { Session } from "#contract/sign-in/sessions.ts";
import type { SignUp } from "#contract/sign-in/sign-in.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { AppEnv } from "../../api/operation-route.ts";
import { signUpRules } from "../../api/rate-limit.ts";
import { readPositions, readUser, USER_COLUMNS, type UserRecord } from "../../api/user-record.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { checkServices } from "../../services/read-services.ts";
import type { Confirmations } from "../addresses/confirmations.ts";
import { type AddressHolder, findAddressHolder } from "../addresses/read-address-holder.ts";
import type { AuthParts } from "../auth-parts.ts";
import { isMailed } from "../invitations/admin-invitations.ts";
import type { Admission, Admissions } from "../invitations/admissions.ts";
import { hashInTurn, hashPassword, PASSWORD_PROVIDER } from "../passwords/passwords.ts";
import { hasAccount } from "../passwords/read-password.ts";
import { newSession, type NewSession } from "../sessions/sessions.ts";

/**
 * Runs `work` in a transaction of the planning, so that no service is renamed meanwhile. `follow` is for a person whom an
 * admin added: it ends their guardianship, and updates their name and services in the answers they have already.
 */
export type PersonWrite = <Result>(
  work: (transaction: Kysely<Tables>, follow: (person: Person) => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** The row that a new account takes. */
interface AccountRow {
  readonly id: string;
  /** Whether the row exists, because an admin added the person. */
  readonly hasRow: boolean;
}

function newUser(
  id: string,
  { email, firstName, lastName, positions }: SignUp,
  admission: Admission,
  now: Date,
): UserRecord {
  const isAdmin = admission.by === "admin-link";
  // A mailed link only proves the address to which it was sent. A personal one can be used with any address.
  const isEmailConfirmed =
    (admission.by === "personal-link" && admission.mailedTo === email) ||
    (admission.by === "admin-link" && isMailed(admission.token));
  const rights = { isAdmin, isBuiltIn: false };
  return { id, email, firstName, lastName, positions, createdAt: now, isEmailConfirmed, differentFrom: [], ...rights };
}

function columnsOf(user: UserRecord) {
  return {
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    name: fullName(user),
    positions: JSON.stringify(user.positions),
    is_admin: user.isAdmin,
    email_verified: user.isEmailConfirmed,
    updated_at: user.createdAt,
    signed_in_at: user.createdAt,
  };
}

/** Writes the form into the person's row. @throws Refusal when they were deleted, or have an account by now */
async function completeUser(kysely: Kysely<Tables>, user: UserRecord): Promise<UserRecord> {
  const row = await kysely
    .updateTable("users")
    .set({ ...columnsOf(user), address_refused_at: null })
    .where("id", "=", user.id)
    .where((eb) => eb.not(hasAccount(eb)))
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal("invitation.invalid");
  return readUser(row);
}

async function isTaken(kysely: Kysely<Tables>, email: string, now: Date): Promise<boolean> {
  return (await findAddressHolder(kysely, email, now))?.hasAccount === true;
}

/**
 * Which row the account takes. A personal invitation names it; a link of `npm run admin` takes the row with its address.
 * No other sign-up may take an existing row, or make a second one with the same address.
 */
function rowFor(admission: Admission, owner: AddressHolder | null): AccountRow {
  if (admission.by === "personal-link") {
    if (owner !== null && owner.id !== admission.userId) throw new Refusal("account.email_invited");
    return { id: admission.userId, hasRow: true };
  }
  if (owner === null) return { id: randomUUID(), hasRow: false };
  if (admission.by !== "admin-link") throw new Refusal("account.email_invited");
  return { id: owner.id, hasRow: true };
}

interface SignUpWays {
  readonly admissions: Admissions;
  readonly confirmations: Confirmations;
  readonly writePerson: PersonWrite;
}

interface Registration {
  readonly user: UserRecord;
  readonly hasRow: boolean;
  readonly password: string;
  readonly session: NewSession;
  readonly admission: Admission;
}

/**
 * Registers a member and signs them in. Only a one-time link of `npm run admin` makes them an admin. The password is
 * hashed first; then account, password and session are written in one transaction.
 */
export function createSignUp(
  { database, mailer, defaultAdmin, rateLimit, sessions, clock }: AuthParts,
  { admissions, confirmations, writePerson }: SignUpWays,
) {
  const { kysely, engine } = database;

  /** The row with this address, if it has no account. @throws Refusal `account.email_taken` when it has one */
  async function freeOwner(email: string): Promise<AddressHolder | null> {
    const owner = await findAddressHolder(kysely, email, clock());
    if (defaultAdmin.isReserved(email) || owner?.hasAccount) throw new Refusal("account.email_taken");
    return owner;
  }

  async function insert(
    transaction: Kysely<Tables>,
    { user, hasRow, password, session, admission }: Registration,
  ): Promise<UserRecord> {
    const now = user.createdAt;
    await admissions.use(transaction, admission, user.email ?? "");
    // Checked again: while the password was hashed, the address may have changed hands.
    const holder = await findAddressHolder(transaction, user.email ?? "", now);
    if (holder !== null && holder.id !== user.id) throw new Refusal("account.email_taken");
    const row = hasRow
      ? await transaction.selectFrom("users").select("positions").where("id", "=", user.id).executeTakeFirst()
      : undefined;
    const held = readPositions(row?.positions ?? "[]");
    const positions = await checkServices({ engine, kysely: transaction }, user.positions, {
      field: "positions",
      held,
    });
    const complete = { ...user, positions };
    const written = hasRow ? await completeUser(transaction, complete) : complete;
    const times = { created_at: now, updated_at: now };
    if (!hasRow) {
      const created = { id: user.id, ...columnsOf(complete), ...times, image: null };
      await transaction.insertInto("users").values(created).execute();
    }
    const owner = { id: randomUUID(), user_id: user.id, account_id: user.id };
    const account = { ...owner, provider_id: PASSWORD_PROVIDER, password, ...times };
    await transaction.insertInto("account").values(account).execute();
    await transaction.insertInto("session").values(session.row).execute();
    if (!user.isEmailConfirmed) await confirmations.offer(transaction, user, now);
    if (admission.by === "admin-link") {
      await recordAct({ engine, kysely: transaction }, { actorId: user.id, act: { type: "admin_link.used" }, now });
    }
    return written;
  }

  async function write(registration: Registration): Promise<UserRecord> {
    try {
      return await writePerson(async (transaction, follow) => {
        const user = await insert(transaction, registration);
        if (registration.hasRow) await follow(user);
        return user;
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
    const owner = await freeOwner(email);
    const admission = await admissions.of(invitation);
    const { id, hasRow } = rowFor(admission, owner);
    const network = context.get("clientNetwork");
    // There is no account yet, so all newcomers of a network share a queue.
    const hash = await hashInTurn(context, `newcomers of ${network}`, () => hashPassword(password));
    const now = clock();
    const user = newUser(id, form, admission, now);
    const session = newSession(context, id, true, now);
    const written = await write({ user, hasRow, password: hash, session, admission });
    if (!user.isEmailConfirmed) mailer.wake();
    context.set("personId", id);
    return sessions.give(context, written, session);
  };
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

/**
 * When registration requires a link, checks it before the rest of the form: a stranger's form is not validated.
 * @throws Refusal `registration.closed`, `invitation.invalid`; `account.email_taken` for a repeated form whose link was
 * consumed the first time
 */
export function createInvitedFirst({ settings, database, rateLimit, clock }: AuthParts, admissions: Admissions) {
  async function refuse(context: Context<AppEnv>, body: unknown): Promise<never> {
    await rateLimit.count(signUpRules(context.get("clientNetwork")));
    const email = Email.safeParse(fieldOf(body, "email"));
    const isSentAgain = email.success && (await isTaken(database.kysely, email.data, clock()));
    throw new Refusal(isSentAgain ? "account.email_taken" : "invitation.invalid");
  }

  return async function requireInvitation(context: Context<AppEnv>, body: unknown): Promise<void> {
    if (settings.registration === "open") return;
    const invitation = fieldOf(body, "invitation");
    admissions.requireLink(invitation);
    const parsed = Invitation.safeParse(invitation);
    if (!parsed.success || !(await admissions.isValid(parsed.data))) await refuse(context, body);
  };
}
