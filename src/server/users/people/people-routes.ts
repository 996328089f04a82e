import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../../auth/auth.ts";
import { addRoute, type Mount } from "../../api/operation-route.ts";
import { additionRules, invitationRules } from "../../api/rate-limit.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { createPlanningGuards } from "../../planning/planning-guards.ts";
import type { SharedPlanning } from "../../planning/shared-planning.ts";
import { presentListed } from "../listed-user.ts";
import { invitePerson } from "./write-invitation.ts";
import { addPeople } from "./write-people.ts";

interface PeopleDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
}

/** How admins bring people in who have no account yet. */
export function addPeopleRoutes(app: Hono<AppEnv>, { auth, planning }: PeopleDependencies): void {
  const guards = createPlanningGuards(planning);
  const mount: Mount = (operation, handle) =>
    addRoute(app, operation, auth.sessions, handle, { actor: guards[operation.guard] });

  mount(OPERATIONS.addPeople, async ({ actor, body }) => {
    await auth.rateLimit.count(additionRules(actor.id));
    const added = await addPeople(planning, auth, { ...body, actorId: actor.id });
    return added.map((user) => presentListed(user, actor));
  });

  mount(OPERATIONS.invitePerson, async ({ actor, parameters, body: { email } }) => {
    await auth.rateLimit.count(invitationRules(actor.id, parameters.id));
    return invitePerson(planning, auth, { userId: parameters.id, actorId: actor.id, email: email ?? null });
  });
}
