import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute, type Handle, type Mount } from "../auth/operation-route.ts";
import type { AppEnv } from "../auth/request-context.ts";
import { addEventRoutes } from "./event-routes.ts";
import { addGroupRoutes } from "./group-routes.ts";
import type { LiveChanges } from "./live-changes.ts";
import { addLiveRoutes } from "./live-routes.ts";
import { addMembershipRoutes } from "./membership-routes.ts";
import { answerWith } from "./planning-answer.ts";
import { ownCallsOnly, sharedPlanningOnly } from "./planning-guards.ts";
import { addToPlanning, sharePlanning } from "./share-planning.ts";
import type { SharedPlanning } from "./shared-planning.ts";
import { addTrashRoutes } from "./trash-routes.ts";

interface RouteDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly live: LiveChanges;
}

/** Every call of the shared planning. */
export function addPlanningRoutes(app: Hono<AppEnv>, { auth, planning, live }: RouteDependencies): void {
  const guard = sharedPlanningOnly(planning);
  const mount: Mount = (operation, handle) => addRoute(app, operation, auth.sessions, handle, guard);
  addGroupRoutes(mount, planning);
  addMembershipRoutes(mount, planning);
  addEventRoutes(mount, planning);
  addTrashRoutes(mount, planning);
  addLiveRoutes(mount, live);
  mount(OPERATIONS.addToSharedPlanning, async ({ context, actor, body }) =>
    answerWith(context, await addToPlanning(planning, actor.id, body)),
  );
  // The one call that a planning of browsers takes.
  const share: Handle<typeof OPERATIONS.sharePlanning> = async ({ context, actor, body }) =>
    answerWith(context, await sharePlanning(planning, actor.id, body));
  addRoute(app, OPERATIONS.sharePlanning, auth.sessions, share, ownCallsOnly);
}
