import type { Hono } from "hono";
import type { Operation } from "#contract/operation.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { addRoute, type AppEnv, type Handle, type Mount } from "../api/operation-route.ts";
import { additionRules, invitationRules } from "../api/rate-limit.ts";
import { presentUser } from "../api/user-record.ts";
import type { Auth } from "../auth/auth.ts";
import type { Database } from "../database/database.ts";
import { createMount } from "../planning/planning-mount.ts";
import type { Asking } from "../planning/requests/asking.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { presentService, readServices } from "../services/read-services.ts";
import { endEntrusting, entrust, setEntrustedServices } from "./guardians/write-guardians.ts";
import { mergePeople, previewMerge, tellApart } from "./merging/write-merge.ts";
import { invitePerson } from "./people/write-invitation.ts";
import { addPeople } from "./people/write-people.ts";
import { readOwnData } from "./read-own-data.ts";
import { presentListed, type TeamList } from "./read-users.ts";
import { addService, changeService, deleteService, neededIds } from "./services/write-services.ts";
import { demote, promote } from "./write-admins.ts";
import { deleteOwnAccount, deleteUser } from "./write-deletion.ts";
import { updateProfile } from "./write-profile.ts";

type Route = <O extends Operation>(operation: O, handle: Handle<O>) => void;

interface UserRouteDependencies {
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly team: TeamList;
  readonly asking: Asking;
  readonly clock: () => Date;
}

/** Routes for the list of people, the user's own account, admin rights, merging, guardians and services. */
export function addUserRoutes(app: Hono<AppEnv>, dependencies: UserRouteDependencies): void {
  const { database, auth, planning, team, asking, clock } = dependencies;
  const { hasRights } = auth.defaultAdmin;
  const route: Route = (operation, handle) => addRoute(app, operation, auth.sessions, handle);
  addOwnAccountRoutes(route, dependencies);
  addServiceRoutes(route, dependencies);
  addPeopleRoutes(createMount(app, auth.sessions, planning), dependencies);

  route(OPERATIONS.listUsers, ({ actor }) => team(actor));

  route(OPERATIONS.promoteToAdmin, async ({ actor, body: { email } }) =>
    presentUser(await promote(database, { email, actorId: actor.id, hasRights, now: clock() }), actor),
  );

  route(OPERATIONS.demoteToMember, ({ actor, parameters }) =>
    demote(database, { userId: parameters.id, actorId: actor.id, hasRights, now: clock() }),
  );

  route(OPERATIONS.deleteUser, ({ actor, parameters }) =>
    deleteUser(planning, { userId: parameters.id, actorId: actor.id, hasRights }),
  );

  route(OPERATIONS.previewMerge, ({ actor, parameters, query }) =>
    previewMerge(database, { userId: parameters.id, otherId: query.with, actorId: actor.id }),
  );

  route(OPERATIONS.mergePeople, async ({ actor, parameters, body }) => {
    const pair = { userId: parameters.id, otherId: body.with, actorId: actor.id };
    return presentListed(await mergePeople(planning, asking, { ...pair, guitar: body.guitar }), actor);
  });

  route(OPERATIONS.tellPeopleApart, ({ actor, parameters }) =>
    tellApart(planning, { userId: parameters.id, otherId: parameters.userId, actorId: actor.id }),
  );
}

/** The user's profile, and the export and deletion of their own data (GDPR, articles 15, 17 and 20). */
function addOwnAccountRoutes(route: Route, { database, auth, planning }: UserRouteDependencies): void {
  const { sessions, defaultAdmin, requirePassword } = auth;

  route(OPERATIONS.updateOwnProfile, async ({ actor, body }) => {
    const changed = await updateProfile(planning, actor.id, body);
    return presentUser(changed, changed);
  });

  route(OPERATIONS.readOwnData, ({ actor }) => readOwnData(database, actor));

  route(OPERATIONS.deleteOwnAccount, async ({ context, actor, body }) => {
    await requirePassword(context, actor, body.password);
    await deleteOwnAccount(planning, { userId: actor.id, hasRights: defaultAdmin.hasRights });
    await sessions.end(context);
  });
}

function addServiceRoutes(route: Route, { database, planning }: UserRouteDependencies): void {
  route(OPERATIONS.listServices, async () => (await readServices(database)).map(presentService));

  route(OPERATIONS.listNeededServices, async () => {
    const ownServices = (await readServices(database)).filter(({ isOwn }) => isOwn);
    return neededIds(database, ownServices);
  });

  route(OPERATIONS.addService, ({ actor, body: { name } }) => addService(planning, actor.id, name));

  route(OPERATIONS.changeService, ({ actor, parameters: { id }, body }) =>
    changeService(planning, actor.id, { ...body, id }),
  );

  route(OPERATIONS.deleteService, ({ actor, parameters: { id } }) => deleteService(planning, actor.id, id));
}

/** Adding and inviting people without an account, and entrusting them to guardians: only in a shared planning. */
function addPeopleRoutes(mount: Mount, { auth, planning }: UserRouteDependencies): void {
  mount(OPERATIONS.addPeople, async ({ actor, body }) => {
    await auth.rateLimit.count(additionRules(actor.id));
    const added = await addPeople(planning, auth, { ...body, actorId: actor.id });
    return added.map((user) => presentListed(user, actor));
  });

  mount(OPERATIONS.invitePerson, async ({ actor, parameters, body: { email } }) => {
    await auth.rateLimit.count(invitationRules(actor.id, parameters.id));
    return invitePerson(planning, auth, { userId: parameters.id, actorId: actor.id, email: email ?? null });
  });

  mount(OPERATIONS.entrust, ({ actor, parameters: { id: userId, userId: guardianId } }) =>
    entrust(planning, { actorId: actor.id, userId, guardianId }),
  );

  mount(OPERATIONS.endEntrusting, ({ actor, parameters: { id: userId, userId: guardianId } }) =>
    endEntrusting(planning, { actorId: actor.id, userId, guardianId }),
  );

  mount(OPERATIONS.setEntrustedServices, async ({ actor, parameters: { id }, body: { positions } }) =>
    presentUser(await setEntrustedServices(planning, { actorId: actor.id, userId: id, positions }), actor),
  );
}
