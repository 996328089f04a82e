import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute } from "../api/operation-route.ts";
import type { AppEnv } from "../api/request-context.ts";
import { presentUser } from "../api/user-record.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { demote } from "./write-demotion.ts";
import { deleteUser } from "./write-deletion.ts";
import { promote } from "./write-promotion.ts";
import type { TeamList } from "./team-list.ts";
import { updateProfile } from "./write-profile.ts";

interface UserDependencies {
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly team: TeamList;
  readonly clock: () => Date;
}

/** The team's list, the user's own profile, and what admins do with other people's accounts. */
export function addUserRoutes(app: Hono<AppEnv>, { database, auth, planning, team, clock }: UserDependencies): void {
  const { sessions, defaultAdmin } = auth;

  addRoute(app, OPERATIONS.listUsers, sessions, ({ actor }) => team(actor));

  addRoute(app, OPERATIONS.updateOwnProfile, sessions, async ({ actor, body }) => {
    const changed = await updateProfile(planning, actor.id, body);
    if (changed === undefined) throw new Refusal("account.deleted");
    return presentUser(changed, changed);
  });

  addRoute(app, OPERATIONS.promoteToAdmin, sessions, async ({ actor, body: { email } }) => {
    const { hasRights } = defaultAdmin;
    return presentUser(await promote(database, { email, actorId: actor.id, hasRights, now: clock() }), actor);
  });

  addRoute(app, OPERATIONS.demoteToMember, sessions, async ({ actor, parameters }) => {
    const { hasRights } = defaultAdmin;
    await demote(database, { userId: parameters.id, actorId: actor.id, hasRights, now: clock() });
    return null;
  });

  addRoute(app, OPERATIONS.deleteUser, sessions, async ({ actor, parameters }) => {
    const { hasRights } = defaultAdmin;
    await deleteUser(planning, { userId: parameters.id, actorId: actor.id, hasRights });
    return null;
  });
}
