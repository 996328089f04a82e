import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Database } from "../database/database.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addRoute } from "./operation-route.ts";
import type { PasswordCheck } from "./password-check.ts";
import { createPasswordChange } from "./password-change.ts";
import { createPasswordResets } from "./password-reset.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { AppEnv } from "./request-context.ts";
import type { Sessions } from "./sessions.ts";

interface PasswordDependencies {
  readonly database: Database;
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly recognise: PasswordCheck;
  readonly mailer: Mailer;
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

const DONE = { status: "done" } as const;

/** The forgotten password, and the one that somebody wants another of. */
export function addPasswordRoutes(app: Hono<AppEnv>, dependencies: PasswordDependencies): void {
  const { sessions } = dependencies;
  const resets = createPasswordResets(dependencies);
  const changePassword = createPasswordChange(dependencies);

  addRoute(app, OPERATIONS.requestPasswordReset, sessions, async ({ context, body }) => {
    await resets.request(context, body);
    return DONE;
  });
  addRoute(app, OPERATIONS.resetPassword, sessions, async ({ context, body }) => {
    await resets.reset(context, body);
    return DONE;
  });
  addRoute(app, OPERATIONS.changePassword, sessions, async ({ actor, body }) => {
    await changePassword(actor, body);
    return DONE;
  });
}
