import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { comparePeople } from "#domain/people.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute } from "../auth/operation-route.ts";
import type { AppEnv } from "../auth/request-context.ts";
import { presentUser } from "../auth/user-record.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { listUsers, updateProfile } from "./user-queries.ts";

interface UserDependencies {
  readonly database: Database;
  readonly auth: Auth;
}

/** The team's list, and one's own profile. */
export function addUserRoutes(app: Hono<AppEnv>, { database, auth }: UserDependencies): void {
  const { sessions, defaultAdmin } = auth;

  addRoute(app, OPERATIONS.listUsers, sessions, async ({ actor }) => {
    const users = await listUsers(database);
    return users
      .map((user) => presentUser({ ...user, isAdmin: defaultAdmin.hasRights(user) }, actor))
      .toSorted(comparePeople);
  });

  addRoute(app, OPERATIONS.updateOwnProfile, sessions, async ({ actor, body }) => {
    const changed = await updateProfile(database, actor.id, body);
    if (changed === undefined) throw new Refusal("account.deleted");
    return presentUser(changed, changed);
  });
}
