import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute, type AppEnv } from "../api/operation-route.ts";
import { createRateLimit, networkSignInRules } from "../api/rate-limit.ts";
import { createInvitationCheck, createSignUp, type PersonWrite } from "./accounts/sign-up.ts";
import { addAddressRoutes } from "./addresses/address-changes.ts";
import { createConfirmations } from "./addresses/confirmations.ts";
import type { AuthParts } from "./auth-parts.ts";
import { createDefaultAdmin } from "./default-admin.ts";
import { addInvitationRoutes, createAdmissions } from "./invitations/admissions.ts";
import { createPersonalInvitations } from "./invitations/personal-invitations.ts";
import { addPasskeyRoutes } from "./passkeys/passkey-routes.ts";
import { addPasswordRoutes } from "./password-routes.ts";
import { createPasswordCheck } from "./passwords/password-check.ts";
import { addOwnSessionRoutes } from "./sessions/own-sessions.ts";
import { createSessions, sweepSessions } from "./sessions/sessions.ts";
import { createSignIn } from "./sessions/sign-in.ts";

interface AuthDependencies extends Omit<AuthParts, "defaultAdmin" | "rateLimit" | "sessions"> {
  readonly writePerson: PersonWrite;
}

const EXPIRING_TABLES = [
  "password_reset",
  "used_challenge",
  "address_confirmation",
  "address_change",
  "person_invitation",
  "admin_invitation",
] as const;

export function createAuth({ writePerson, ...dependencies }: AuthDependencies) {
  const { settings, database, clock } = dependencies;
  const defaultAdmin = createDefaultAdmin(database, settings.defaultAdmin, clock);
  const rateLimit = createRateLimit(database, clock);
  const sessionParts = { ...dependencies, defaultAdmin, rateLimit };
  const sessions = createSessions(sessionParts);
  const parts: AuthParts = { ...sessionParts, sessions };
  const admissions = createAdmissions(parts);
  const confirmations = createConfirmations(parts);
  const signUp = createSignUp(parts, { admissions, confirmations, writePerson });
  const signIn = createSignIn(parts);
  const passwords = createPasswordCheck(parts);

  return {
    sessions,
    defaultAdmin,
    personalInvitations: createPersonalInvitations(parts),
    rateLimit,
    requirePassword: passwords.require,
    addRoutes(app: Hono<AppEnv>): void {
      addRoute(app, OPERATIONS.signUp, sessions, ({ context, body }) => signUp(context, body), {
        body: createInvitationCheck(parts, admissions),
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
      addRoute(app, OPERATIONS.signOut, sessions, ({ context }) => sessions.end(context));
      addOwnSessionRoutes(app, parts);
      addAddressRoutes(app, parts, { passwords, confirmations });
      addInvitationRoutes(app, parts, admissions);
      addPasskeyRoutes(app, parts, passwords);
      addPasswordRoutes(app, parts, passwords);
    },
    async sweep(): Promise<void> {
      await rateLimit.sweep();
      await sweepSessions(database, clock());
      for (const table of EXPIRING_TABLES) {
        await database.kysely.deleteFrom(table).where("expires_at", "<=", clock()).execute();
      }
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
