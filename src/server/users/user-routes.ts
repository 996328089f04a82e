import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute } from "../api/operation-route.ts";
import type { AppEnv } from "../api/request-context.ts";
import { presentUser } from "../api/user-record.ts";
import type { Database } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import type { Asking } from "../planning/requests/asking.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { demote } from "./write-demotion.ts";
import { deleteOwnAccount, deleteUser } from "./write-deletion.ts";
import { presentListed } from "./listed-user.ts";
import { previewMerge } from "./merging/read-merging.ts";
import { mergePeople, tellApart } from "./merging/write-merge.ts";
import { promote } from "./write-promotion.ts";
import type { TeamList } from "./team-list.ts";
import { updateProfile } from "./write-profile.ts";
import { readOwnData } from "./read-own-data.ts";

interface UserDependencies {
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly team: TeamList;
  readonly asking: Asking;
  readonly clock: () => Date;
}

/** The team's list, the user's own profile, and what admins do with other people's accounts. */
export function addUserRoutes(
  app: Hono<AppEnv>,
  { database, auth, planning, team, asking, clock }: UserDependencies,
): void {
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

  addRoute(app, OPERATIONS.previewMerge, sessions, ({ actor, parameters, query }) =>
    previewMerge(database, { userId: parameters.id, otherId: query.with, actorId: actor.id }),
  );

  addRoute(app, OPERATIONS.mergePeople, sessions, async ({ actor, parameters, body }) => {
    const pair = { userId: parameters.id, otherId: body.with, actorId: actor.id };
    return presentListed(await mergePeople(planning, asking, { ...pair, guitar: body.guitar }), actor);
  });

  addRoute(app, OPERATIONS.tellPeopleApart, sessions, async ({ actor, parameters }) => {
    await tellApart(planning, { userId: parameters.id, otherId: parameters.userId, actorId: actor.id });
    return null;
  });
}

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
