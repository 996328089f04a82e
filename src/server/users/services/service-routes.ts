import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../../auth/auth.ts";
import { addRoute } from "../../api/operation-route.ts";
import type { AppEnv } from "../../api/request-context.ts";
import type { Database } from "../../database/database.ts";
import type { SharedPlanning } from "../../planning/shared-planning.ts";
import { neededIds } from "./read-service-use.ts";
import { presentService, readServices } from "../../services/read-services.ts";
import { addService, changeService, deleteService } from "./write-services.ts";

interface ServiceDependencies {
  readonly database: Database;
  readonly auth: Auth;
  readonly planning: SharedPlanning;
}

/** Which services people may hold: the built-in ones, and the team's own. */
export function addServiceRoutes(app: Hono<AppEnv>, { database, auth, planning }: ServiceDependencies): void {
  const { sessions } = auth;

  addRoute(app, OPERATIONS.listServices, sessions, async () => (await readServices(database)).map(presentService));

  addRoute(app, OPERATIONS.listNeededServices, sessions, async () => {
    const services = await readServices(database);
    return neededIds(
      database,
      services.filter(({ isOwn }) => isOwn),
    );
  });

  addRoute(app, OPERATIONS.addService, sessions, ({ actor, body: { name } }) => addService(planning, actor.id, name));

  addRoute(app, OPERATIONS.changeService, sessions, ({ actor, parameters: { id }, body }) =>
    changeService(planning, actor.id, { ...body, id }),
  );

  addRoute(app, OPERATIONS.deleteService, sessions, async ({ actor, parameters: { id } }) => {
    await deleteService(planning, actor.id, id);
    return null;
  });
}
