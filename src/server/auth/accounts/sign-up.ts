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
import { resolveServices } from "../../services/read-services.ts";
import type { Confirmations } from "../addresses/confirmations.ts";
import { type AddressHolder, findAddressHolder } from "../addresses/read-address-holder.ts";
import type { AuthParts } from "../auth-parts.ts";
import { isMailed } from "../invitations/admin-invitations.ts";
import type { Admission, Admissions } from "../invitations/admissions.ts";
import { hashInQueue, hashPassword, PASSWORD_PROVIDER } from "../passwords/passwords.ts";
import { hasAccount } from "../passwords/read-password.ts";
import { newSession } from "../sessions/sessions.ts";

/**
 * Runs `work` in a write transaction of the planning, so that no service is renamed at the same time. Call `syncPlanning`
 * for a person whom an admin had added: it removes their guardians, and updates name and services in their answers.
 */
export type PersonWrite = <Result>(
  work: (transaction: Kysely<Tables>, syncPlanning: (person: Person) => Promise<void>) => Promise<Result>,
) => Promise<Result>;

function newUser(
  id: string,
  { email, firstName, lastName, positions }: SignUp,
  admission: Admission,
  now: Date,
): UserRecord {
  const isAdmin = admission.by === "admin-link";
  // A mailed link proves the address to which it was sent. The form of a personal link accepts other addresses, too.
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

/** Writes the form into the person's existing row. @throws Refusal when they were deleted, or have an account by now */
async function updateUser(kysely: Kysely<Tables>, user: UserRecord): Promise<UserRecord> {
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

/**
 * The id of the existing row that the account gets; `null`: it gets a new row. A personal link names the row of a person whom
 * an admin added; a link of `npm run admin` gets the row with its address.
 * @param holder who has the typed address; they have no account
 * @throws Refusal `account.email_invited` when somebody else has the address: no second row may have it
 */
function existingRow(admission: Admission, holder: AddressHolder | null): string | null {
  if (admission.by === "personal-link") {
    if (holder !== null && holder.id !== admission.userId) throw new Refusal("account.email_invited");
    return admission.userId;
  }
  if (holder !== null && admission.by !== "admin-link") throw new Refusal("account.email_invited");
  return holder?.id ?? null;
}

interface SignUpParts {
  readonly admissions: Admissions;
  readonly confirmations: Confirmations;
  readonly writePerson: PersonWrite;
}

interface Registration {
  readonly user: UserRecord;
  readonly hasRow: boolean;
  readonly passwordHash: string;
  readonly session: ReturnType<typeof newSession>;
  readonly admission: Admission;
}

/**
 * Registers a member and signs them in. Only a one-time link of `npm run admin` makes them an admin. The password is
 * hashed first; then account, password and session are written in one transaction.
 */
export function createSignUp(
  { database, mailer, defaultAdmin, rateLimit, sessions, clock }: AuthParts,
  { admissions, confirmations, writePerson }: SignUpParts,
) {
  const { kysely, engine } = database;

  /** The person without an account who has this address. @throws Refusal `account.email_taken` if an account has it */
  async function requireNoAccount(email: string): Promise<AddressHolder | null> {
    const holder = await findAddressHolder(kysely, email, clock());
    if (defaultAdmin.isReserved(email) || holder?.hasAccount) throw new Refusal("account.email_taken");
    return holder;
  }

  async function writeUser(transaction: Kysely<Tables>, form: UserRecord, hasRow: boolean): Promise<UserRecord> {
    const existing = transaction.selectFrom("users").select("positions").where("id", "=", form.id);
    // Services that an admin entered for the person are accepted even if they are no longer offered.
    const alsoAccepted = readPositions((await existing.executeTakeFirst())?.positions ?? "[]");
    const rule = { field: "positions", alsoAccepted };
    const positions = await resolveServices({ engine, kysely: transaction }, form.positions, rule);
    const user = { ...form, positions };
    if (hasRow) return updateUser(transaction, user);
    const row = { id: user.id, ...columnsOf(user), created_at: user.createdAt, image: null };
    await transaction.insertInto("users").values(row).execute();
    return user;
  }

  async function writeAccount(
    transaction: Kysely<Tables>,
    { user, hasRow, passwordHash, session, admission }: Registration,
  ): Promise<UserRecord> {
    const now = user.createdAt;
    await admissions.consume(transaction, admission, user.email ?? "");
    // Checked again: somebody may have taken the address while the password was hashed.
    const holder = await findAddressHolder(transaction, user.email ?? "", now);
    if (holder !== null && holder.id !== user.id) throw new Refusal("account.email_taken");
    const written = await writeUser(transaction, user, hasRow);
    const ids = { id: randomUUID(), user_id: user.id, account_id: user.id };
    const credentials = { provider_id: PASSWORD_PROVIDER, password: passwordHash };
    const account = { ...ids, ...credentials, created_at: now, updated_at: now };
    await transaction.insertInto("account").values(account).execute();
    await transaction.insertInto("session").values(session).execute();
    if (!user.isEmailConfirmed) await confirmations.offer(transaction, user, now);
    if (admission.by === "admin-link") {
      await recordAct({ engine, kysely: transaction }, { actorId: user.id, act: { type: "admin_link.used" }, now });
    }
    return written;
  }

  async function write(registration: Registration): Promise<UserRecord> {
    try {
      return await writePerson(async (transaction, syncPlanning) => {
        const user = await writeAccount(transaction, registration);
        if (registration.hasRow) await syncPlanning(user);
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
    const network = context.get("clientNetwork");
    await rateLimit.count(signUpRules(network));
    // Before the link is checked: a form that is sent twice gets « address taken », not « link used up ».
    const holder = await requireNoAccount(email);
    const admission = await admissions.check(invitation);
    const rowId = existingRow(admission, holder);
    // There is no account yet, so all newcomers of a network share a queue.
    const passwordHash = await hashInQueue(context, `newcomers of ${network}`, () => hashPassword(password));
    const now = clock();
    const id = rowId ?? randomUUID();
    const user = newUser(id, form, admission, now);
    const session = newSession(context, { userId: id, isRemembered: true, now });
    const written = await write({ user, hasRow: rowId !== null, passwordHash, session, admission });
    if (!user.isEmailConfirmed) mailer.wake();
    context.set("personId", id);
    return sessions.issue(context, written, session, true);
  };
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

/**
 * Where registration requires a link, checks the link before the form is validated: strangers learn nothing about the form.
 * @throws Refusal `registration.closed`, `invitation.invalid`; `account.email_taken` for a form that is sent twice, whose
 * link was consumed the first time
 */
export function createInvitationCheck({ settings, database, rateLimit, clock }: AuthParts, admissions: Admissions) {
  return async function requireInvitation(context: Context<AppEnv>, body: unknown): Promise<void> {
    if (settings.registration === "open") return;
    const invitation = fieldOf(body, "invitation");
    if (invitation === undefined) throw new Refusal("registration.closed");
    const token = Invitation.safeParse(invitation).data;
    if (token !== undefined && (await admissions.find(token)) !== null) return;
    await rateLimit.count(signUpRules(context.get("clientNetwork")));
    const email = Email.safeParse(fieldOf(body, "email")).data;
    const holder = email === undefined ? null : await findAddressHolder(database.kysely, email, clock());
    throw new Refusal(holder?.hasAccount ? "account.email_taken" : "invitation.invalid");
  };
}
