import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Database } from "../database/database.ts";
import type { Settings } from "../env.ts";
import { Refusal } from "../errors.ts";
import type { Mailer } from "../mail/mailer.ts";
import { createAdmissions } from "./admissions.ts";
import { createAuthLibrary } from "./auth-library.ts";
import { createDefaultAdmin, type DefaultAdmin } from "./default-admin.ts";
import { addInvitationRoutes } from "./invitation-routes.ts";
import { addRoute } from "./operation-route.ts";
import { addOwnSessionRoutes } from "./own-sessions.ts";
import { createPasswordCheck } from "./password-check.ts";
import { addPasswordRoutes } from "./password-routes.ts";
import { hashing } from "./passwords.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { AppEnv } from "./request-context.ts";
import { LONGEST_SESSION_SECONDS } from "./session-lifetime.ts";
import { createSessionCookie } from "./session-cookie.ts";
import { type Actor, createSessions, type Sessions } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";
import { createSignUp } from "./sign-up.ts";
import { createTeamInvitations } from "./team-invitations.ts";

interface AuthDependencies {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly database: Database;
  readonly secret: string;
  readonly mailer: Mailer;
  readonly clock: () => Date;
}

/** Who people are: accounts, sessions, the default admin. */
export interface Auth {
  readonly sessions: Sessions;
  readonly defaultAdmin: DefaultAdmin;
  /**
   * Whoever is signed in shows that they know their password.
   * @throws Refusal when it is not theirs or was guessed at too often, and for the default admin, who has none
   */
  readonly requirePassword: (actor: Actor, password: string) => Promise<void>;
  readonly addRoutes: (app: Hono<AppEnv>) => void;
  /** Takes away sessions and counts that are over. */
  readonly sweep: () => Promise<void>;
}

export function createAuth(dependencies: AuthDependencies): Auth {
  const { settings, baseUrl, database, secret, mailer, clock } = dependencies;
  const library = createAuthLibrary({ database, secret, baseUrl });
  const defaultAdmin = createDefaultAdmin(database, settings.defaultAdmin, clock);
  const cookie = createSessionCookie(secret, baseUrl);
  const sessions = createSessions({ library, database, defaultAdmin, cookie, clock });
  const rateLimit = createRateLimit(database, clock);
  const teamInvitations = createTeamInvitations({ settings, database, baseUrl, secret, clock });
  const admissions = createAdmissions({ settings, database, teamInvitations, clock });
  const signUp = createSignUp({ admissions, database, defaultAdmin, rateLimit, sessions, clock });
  const signIn = createSignIn({ database, defaultAdmin, rateLimit, sessions, clock });
  const recognise = createPasswordCheck({ database, rateLimit });
  return {
    sessions,
    defaultAdmin,
    async requirePassword({ id, isBuiltIn }, password) {
      if (isBuiltIn) throw new Refusal("account.built_in");
      await hashing.run(() => recognise(id, password, "account.wrong_own_password"));
    },
    addRoutes(app) {
      addRoute(app, OPERATIONS.signUp, sessions, ({ context, body }) => signUp(context, body));
      addRoute(app, OPERATIONS.signIn, sessions, ({ context, body }) => signIn(context, body));
      addRoute(app, OPERATIONS.session, sessions, ({ context }) => sessions.current(context));
      addRoute(app, OPERATIONS.signOut, sessions, async ({ context }) => {
        await sessions.end(context);
        return null;
      });
      addOwnSessionRoutes(app, { database, sessions, clock });
      addInvitationRoutes(app, { sessions, teamInvitations, admissions });
      addPasswordRoutes(app, { database, baseUrl, rateLimit, recognise, mailer, sessions, clock });
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
      await database.kysely.deleteFrom("admin_invitation").where("expires_at", "<=", now).execute();
    },
  };
}
