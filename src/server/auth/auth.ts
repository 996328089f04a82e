import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { Refusal } from "../errors.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addAddressRoutes, createAddressChanges } from "./addresses/address-changes.ts";
import { addConfirmationRoutes, createConfirmations } from "./confirmations/confirmations.ts";
import { addInvitationRoutes, createAdmissions } from "./invitations/admissions.ts";
import { createDefaultAdmin, type DefaultAdmin } from "./default-admin.ts";
import { createInvitationTokens } from "./links/invitation-tokens.ts";
import { createInvitedFirst } from "./accounts/invited-first.ts";
import { addRoute } from "../api/operation-route.ts";
import { addOwnSessionRoutes } from "./sessions/own-sessions.ts";
import { addPasskeyRoutes } from "./passkeys/passkey-routes.ts";
import { createPasswordCheck, type PasswordDemand } from "./passwords/password-check.ts";
import { addPasswordRoutes } from "./password-routes.ts";
import { hashing } from "./passwords/passwords.ts";
import { createRateLimit, networkSignInRules, type RateLimit } from "../api/rate-limit.ts";
import type { AppEnv } from "../api/request-context.ts";
import { LONGEST_SESSION_SECONDS } from "./sessions/session-lifetime.ts";
import { createSessionCookie } from "./sessions/session-cookie.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
import { createBeginSession } from "./sessions/begin-session.ts";
import { createSignIn } from "./sessions/sign-in.ts";
import { createSignUp, type PersonWrite } from "./accounts/sign-up.ts";
import { createPersonalInvitations, type PersonalInvitations } from "./invitations/personal-invitations.ts";
import { createTeamInvitations } from "./invitations/team-invitations.ts";

interface AuthDependencies {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly database: Database;
  readonly secret: string;
  readonly mailer: Mailer;
  readonly writePerson: PersonWrite;
  readonly clock: () => Date;
  /** Whether everybody may sign in as this person; `undefined`: as nobody. */
  readonly isOpenAccount?: ((email: string) => boolean) | undefined;
}

/** Accounts, sessions and the default admin. */
export interface Auth {
  readonly sessions: Sessions;
  readonly defaultAdmin: DefaultAdmin;
  readonly personalInvitations: PersonalInvitations;
  readonly rateLimit: RateLimit;
  readonly requirePassword: PasswordDemand;
  readonly addRoutes: (app: Hono<AppEnv>) => void;
  /** Deletes expired sessions and counts. */
  readonly sweep: () => Promise<void>;
}

/** A device goes on getting notifications when its session expires: only its owner, or an admin, ends them. */
async function sweepSessions({ kysely }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - LONGEST_SESSION_SECONDS * 1000);
  const expired = kysely
    .selectFrom("session")
    .select("id")
    .where((eb) => eb.or([eb("expires_at", "<=", now), eb("created_at", "<=", oldest)]));
  await kysely.updateTable("push_subscription").set({ session_id: null }).where("session_id", "in", expired).execute();
  await kysely.deleteFrom("session").where("id", "in", expired).execute();
}

export function createAuth(dependencies: AuthDependencies): Auth {
  const { settings, baseUrl, database, secret, mailer, writePerson, clock, isOpenAccount } = dependencies;
  const defaultAdmin = createDefaultAdmin(database, settings.defaultAdmin, clock);
  const cookie = createSessionCookie(secret, baseUrl);
  const sessions = createSessions({ database, defaultAdmin, cookie, clock });
  const rateLimit = createRateLimit(database, clock);
  const teamInvitations = createTeamInvitations({ settings, database, baseUrl, secret, clock });
  const invitationTokens = createInvitationTokens(secret);
  const admissions = createAdmissions({ settings, database, teamInvitations, invitationTokens, clock });
  const confirmations = createConfirmations({ database, baseUrl, rateLimit, mailer, clock });
  const parts = { database, defaultAdmin, rateLimit, sessions, clock };
  const signUp = createSignUp({ ...parts, admissions, confirmations, writePerson });
  const beginSession = createBeginSession({ ...parts, isOpenAccount });
  const signIn = createSignIn({ database, defaultAdmin, rateLimit, beginSession, isOpenAccount });
  const checkPassword = createPasswordCheck({ database, rateLimit });
  const addressChanges = createAddressChanges({ ...parts, baseUrl, checkPassword, mailer });

  const requirePassword: PasswordDemand = async (context, { id, isBuiltIn }, password) => {
    if (isBuiltIn) throw new Refusal("account.built_in");
    const lane = { network: context.get("clientNetwork"), account: id };
    await hashing.run(lane, () => checkPassword(id, password, "account.wrong_own_password"));
  };

  return {
    sessions,
    defaultAdmin,
    personalInvitations: createPersonalInvitations({ baseUrl, tokens: invitationTokens, mailer }),
    rateLimit,
    requirePassword,
    addRoutes(app) {
      const requireInvitation = createInvitedFirst({ settings, admissions, database, rateLimit, clock });
      addRoute(app, OPERATIONS.signUp, sessions, ({ context, body }) => signUp(context, body), {
        body: requireInvitation,
      });
      addRoute(app, OPERATIONS.signIn, sessions, ({ context, body }) => signIn(context, body), {
        refused: (context) => rateLimit.count(networkSignInRules(context.get("clientNetwork"))),
      });
      addRoute(
        app,
        OPERATIONS.session,
        sessions,
        async ({ context }) => (await sessions.current(context))?.session ?? null,
      );
      addRoute(app, OPERATIONS.signOut, sessions, async ({ context }) => {
        await sessions.end(context);
        return null;
      });
      addOwnSessionRoutes(app, { database, sessions, clock });
      addConfirmationRoutes(app, { sessions, confirmations, addressChanges });
      addAddressRoutes(app, { sessions, addressChanges });
      addInvitationRoutes(app, { sessions, teamInvitations, admissions });
      addPasskeyRoutes(app, { ...parts, baseUrl, secret, requirePassword, beginSession });
      const isMailSent = settings.mailUrl !== null;
      addPasswordRoutes(app, { database, baseUrl, rateLimit, checkPassword, mailer, isMailSent, sessions, clock });
    },
    async sweep() {
      await rateLimit.sweep();
      const now = clock();
      await sweepSessions(database, now);
      await database.kysely.deleteFrom("password_reset").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("used_challenge").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("address_confirmation").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("address_change").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("person_invitation").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("admin_invitation").where("expires_at", "<=", now).execute();
    },
  };
}
