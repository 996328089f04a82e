import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { CHANGE_PASSWORD, LINKED_PAGES, PASSWORD_FORM } from "#contract/paths.ts";
import type { Database } from "../database/database.ts";
import type { Mailer } from "../mail/mailer.ts";
import { addRoute } from "../api/operation-route.ts";
import type { PasswordCheck } from "./passwords/password-check.ts";
import { createPasswordChange } from "./passwords/password-change.ts";
import { createPasswordResets } from "./resets/password-reset.ts";
import type { RateLimit } from "../api/rate-limit.ts";
import type { AppEnv } from "../api/request-context.ts";
import { shownAddress } from "../api/user-record.ts";
import { createHandedOverResets } from "./resets/handed-over-reset.ts";
import type { Sessions } from "./sessions/sessions.ts";

interface PasswordDependencies {
  readonly database: Database;
  readonly baseUrl: string;
  readonly rateLimit: RateLimit;
  readonly checkPassword: PasswordCheck;
  readonly mailer: Mailer;
  /** Whether mails are sent. If not, they are written to files. */
  readonly isMailSent: boolean;
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

const DONE = { status: "done" } as const;

/** Routes for resetting a forgotten password and for changing the user's own, and the way to the form. */
export function addPasswordRoutes(app: Hono<AppEnv>, dependencies: PasswordDependencies): void {
  const { sessions, isMailSent } = dependencies;
  const resets = createPasswordResets(dependencies);
  const handOver = createHandedOverResets(dependencies);
  const changePassword = createPasswordChange(dependencies);

  app.get(CHANGE_PASSWORD, async (context) => {
    context.header("cache-control", "no-store");
    // Needs no group, and leads to the dashboard next.
    const form = LINKED_PAGES.groupChoice + PASSWORD_FORM;
    return context.redirect((await sessions.current(context)) === null ? LINKED_PAGES.login : form, 303);
  });
  addRoute(app, OPERATIONS.requestPasswordReset, sessions, async ({ context, body }) => {
    await resets.request(context, body);
    return DONE;
  });
  addRoute(app, OPERATIONS.resetPassword, sessions, async ({ context, body }) => {
    const email = await resets.reset(context, body);
    return { ...DONE, email: shownAddress(email) };
  });
  addRoute(app, OPERATIONS.handOverReset, sessions, ({ actor, parameters }) => handOver(actor.id, parameters.id));
  addRoute(app, OPERATIONS.readMailDelivery, sessions, async () => ({
    to: isMailSent ? ("people" as const) : ("files" as const),
  }));
  addRoute(app, OPERATIONS.changePassword, sessions, async ({ context, actor, body }) => {
    await changePassword(context, actor, body);
    return DONE;
  });
}
