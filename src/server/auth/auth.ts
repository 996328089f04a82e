import type { Context, Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { Refusal } from "../errors.ts";
import type { Mailer } from "../mail/mailer.ts";
import { createAdmissions } from "./invitations/admissions.ts";
import { createDefaultAdmin, type DefaultAdmin } from "./accounts/default-admin.ts";
import { createInvitedFirst } from "./invitations/invited-first.ts";
import { addInvitationRoutes } from "./invitations/invitation-routes.ts";
import { addRoute } from "../api/operation-route.ts";
import { addOwnSessionRoutes } from "./sessions/own-sessions.ts";
import { createPasswordCheck } from "./passwords/password-check.ts";
import { addPasswordRoutes } from "./passwords/password-routes.ts";
import { hashing } from "./passwords/passwords.ts";
import { createRateLimit, type RateLimit } from "../api/rate-limit.ts";
import type { AppEnv } from "../api/request-context.ts";
import { LONGEST_SESSION_SECONDS } from "./sessions/session-lifetime.ts";
import { createSessionCookie } from "./sessions/session-cookie.ts";
import type { Actor } from "../api/actor.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
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
}

/** Accounts, sessions and the default admin. */
export interface Auth {
  readonly sessions: Sessions;
  readonly defaultAdmin: DefaultAdmin;
  readonly personalInvitations: PersonalInvitations;
  readonly rateLimit: RateLimit;
  /**
   * Checks that the signed-in user knows their password.
   * @throws Refusal for a wrong password, after too many tries, and for the default admin, who has none
   */
  readonly requirePassword: (context: Context<AppEnv>, actor: Actor, password: string) => Promise<void>;
  readonly addRoutes: (app: Hono<AppEnv>) => void;
  /** Deletes expired sessions and counts. */
  readonly sweep: () => Promise<void>;
}

export function createAuth(dependencies: AuthDependencies): Auth {
  const { settings, baseUrl, database, secret, mailer, writePerson, clock } = dependencies;
  const defaultAdmin = createDefaultAdmin(database, settings.defaultAdmin, clock);
  const cookie = createSessionCookie(secret, baseUrl);
  const sessions = createSessions({ database, defaultAdmin, cookie, clock });
  const rateLimit = createRateLimit(database, clock);
  const teamInvitations = createTeamInvitations({ settings, database, baseUrl, secret, clock });
  const admissions = createAdmissions({ settings, database, teamInvitations, clock });
  const signUp = createSignUp({ admissions, database, defaultAdmin, rateLimit, sessions, writePerson, clock });
  const signIn = createSignIn({ database, defaultAdmin, rateLimit, sessions, clock });
  const checkPassword = createPasswordCheck({ database, rateLimit });
  return {
    sessions,
    defaultAdmin,
    personalInvitations: createPersonalInvitations({ baseUrl, secret, mailer }),
    rateLimit,
    async requirePassword(context, { id, isBuiltIn }, password) {
      if (isBuiltIn) throw new Refusal("account.built_in");
      const lane = { network: context.get("clientNetwork"), account: id };
      await hashing.run(lane, () => checkPassword(id, password, "account.wrong_own_password"));
    },
    addRoutes(app) {
      const requireInvitation = createInvitedFirst({ settings, admissions, database, rateLimit });
      addRoute(app, OPERATIONS.signUp, sessions, ({ context, body }) => signUp(context, body), {
        body: requireInvitation,
      });
      addRoute(app, OPERATIONS.signIn, sessions, ({ context, body }) => signIn(context, body));
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
      addInvitationRoutes(app, { sessions, teamInvitations, admissions });
      const isMailSent = settings.mailUrl !== null;
      addPasswordRoutes(app, { database, baseUrl, rateLimit, checkPassword, mailer, isMailSent, sessions, clock });
    },
    async sweep() {
      await rateLimit.sweep();
      const now = clock();
      const oldest = new Date(now.getTime() - LONGEST_SESSION_SECONDS * 1000);
      await database.kysely
        .deleteFrom("session")
        .where((eb) => eb.or([eb("expires_at", "<=", now), eb("created_at", "<=", oldest)]))
        .execute();
      await database.kysely.deleteFrom("password_reset").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("person_invitation").where("expires_at", "<=", now).execute();
      await database.kysely.deleteFrom("admin_invitation").where("expires_at", "<=", now).execute();
    },
  };
}
