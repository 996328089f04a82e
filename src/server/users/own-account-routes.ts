import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute } from "../auth/operation-route.ts";
import type { AppEnv } from "../auth/request-context.ts";
import type { Database } from "../database/database.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { deleteOwnAccount } from "./deletion-queries.ts";
import { readOwnData } from "./own-data-queries.ts";

interface OwnAccountDependencies {
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
}

/** What is known of oneself, and its end (GDPR, articles 15, 17 and 20). */
export function addOwnAccountRoutes(app: Hono<AppEnv>, { database, auth, planning }: OwnAccountDependencies): void {
  const { sessions, defaultAdmin, requirePassword } = auth;

  addRoute(app, OPERATIONS.readOwnData, sessions, ({ actor }) => readOwnData(database, actor));

  addRoute(app, OPERATIONS.deleteOwnAccount, sessions, async ({ context, actor, body }) => {
    await requirePassword(actor, body.password);
    await deleteOwnAccount(planning, { userId: actor.id, hasRights: defaultAdmin.hasRights });
    await sessions.end(context);
    return null;
  });
}
