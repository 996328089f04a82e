import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute } from "../api/operation-route.ts";
import type { AppEnv } from "../api/request-context.ts";
import type { Database } from "../database/database.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { deleteOwnAccount } from "./write-deletion.ts";
import { readOwnData } from "./read-own-data.ts";

interface OwnAccountDependencies {
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
}

/** Routes for exporting and deleting the user's own data (GDPR, articles 15, 17 and 20). */
export function addOwnAccountRoutes(app: Hono<AppEnv>, { database, auth, planning }: OwnAccountDependencies): void {
  const { sessions, defaultAdmin, requirePassword } = auth;

  addRoute(app, OPERATIONS.readOwnData, sessions, ({ actor }) => readOwnData(database, actor));

  addRoute(app, OPERATIONS.deleteOwnAccount, sessions, async ({ context, actor, body }) => {
    await requirePassword(context, actor, body.password);
    await deleteOwnAccount(planning, { userId: actor.id, hasRights: defaultAdmin.hasRights });
    await sessions.end(context);
    return null;
  });
}
