import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute } from "../../api/operation-route.ts";
import { passkeyRules, type RateLimit } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { Database } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import type { PasswordDemand } from "../passwords/password-check.ts";
import type { BeginSession } from "../sessions/begin-session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { createPasskeyChallenges } from "./challenges.ts";
import { createOwnPasskeys } from "./own-passkeys.ts";
import { createPasskeySignIn } from "./passkey-sign-in.ts";
import { listPasskeys, presentPasskey } from "./read-passkeys.ts";
import { siteOf } from "./verify-passkeys.ts";
import { removePasskey } from "./write-passkeys.ts";

interface PasskeyDependencies {
  readonly database: Database;
  readonly baseUrl: string;
  readonly secret: string;
  readonly rateLimit: RateLimit;
  readonly sessions: Sessions;
  readonly requirePassword: PasswordDemand;
  readonly beginSession: BeginSession;
  readonly clock: () => Date;
}

/** Routes to sign in with a passkey, and to list, add and remove the user's own. */
export function addPasskeyRoutes(app: Hono<AppEnv>, dependencies: PasskeyDependencies): void {
  const { database, rateLimit, sessions, requirePassword, baseUrl, secret } = dependencies;
  const parts = { ...dependencies, site: siteOf(baseUrl), challenges: createPasskeyChallenges(secret) };
  const signIn = createPasskeySignIn(parts);
  const own = createOwnPasskeys(parts);

  addRoute(app, OPERATIONS.challengePasskey, sessions, async () => signIn.options());
  addRoute(app, OPERATIONS.signInWithPasskey, sessions, ({ context, body }) => signIn.signIn(context, body), {
    refused: (context) => rateLimit.count(passkeyRules(context.get("clientNetwork"), null)),
  });
  addRoute(app, OPERATIONS.listOwnPasskeys, sessions, async ({ actor }) =>
    (await listPasskeys(database.kysely, actor.id)).map(presentPasskey),
  );
  addRoute(app, OPERATIONS.challengeNewPasskey, sessions, async ({ context, actor, body }) => {
    await requirePassword(context, actor, body.password);
    return own.options(actor);
  });
  addRoute(app, OPERATIONS.addOwnPasskey, sessions, ({ context, actor, body }) =>
    own.add(context, actor, body.credential),
  );
  addRoute(app, OPERATIONS.removeOwnPasskey, sessions, async ({ actor, parameters }) => {
    if (!(await removePasskey(database.kysely, actor.id, parameters.id))) throw new Refusal("passkey.not_found");
    return null;
  });
}
