import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { Auth } from "../auth/auth.ts";
import { addRoute, type Mount } from "../api/operation-route.ts";
import type { AppEnv } from "../api/request-context.ts";
import { addAbsenceRoutes } from "./absences/absence-routes.ts";
import type { PlanningAnswers } from "./planning-answers.ts";
import { addAnswerRoutes, addEventRoutes } from "./events/event-routes.ts";
import { addGroupRoutes } from "./groups/group-routes.ts";
import type { LiveChanges } from "./live/live-changes.ts";
import { addLineUpRoutes } from "./line-ups/line-up-routes.ts";
import { addLiveRoutes } from "./live/live-routes.ts";
import { addMembershipRoutes } from "./groups/membership-routes.ts";
import { addReminderRoutes } from "./reminders/reminder-routes.ts";
import { answerWith } from "./planning-answer.ts";
import { createPlanningGuards } from "./planning-guards.ts";
import type { Asking } from "./requests/asking.ts";
import { addReplacementRoutes } from "./replacements/replacement-routes.ts";
import { addRequestRoutes } from "./requests/request-routes.ts";
import { checkPublication } from "./sharing/check-publication.ts";
import { addToPlanning, sharePlanning } from "./sharing/share-planning.ts";
import type { AcceptChange } from "./changes/wanted-change.ts";
import type { SharedPlanning } from "./shared-planning.ts";
import { addTrashRoutes } from "./trash/trash-routes.ts";

interface RouteDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly live: LiveChanges;
  readonly answers: PlanningAnswers;
  readonly asking: Asking;
}

/** Every call of the shared planning. */
export function addPlanningRoutes(app: Hono<AppEnv>, dependencies: RouteDependencies): void {
  const { auth, planning, accept, live, answers, asking } = dependencies;
  const guards = createPlanningGuards(planning);
  const mount: Mount = (operation, handle) =>
    addRoute(app, operation, auth.sessions, handle, { actor: guards[operation.guard] });
  addGroupRoutes(mount, accept, answers);
  addReminderRoutes(mount, planning);
  addMembershipRoutes(mount, accept, answers);
  addEventRoutes(mount, { planning, accept, answers });
  addAnswerRoutes(mount, { planning, accept, answers });
  addAbsenceRoutes(mount, planning, accept);
  addLineUpRoutes(mount, planning, accept);
  addRequestRoutes(mount, planning, asking);
  addReplacementRoutes(mount, planning, asking);
  addTrashRoutes(mount, planning);
  addLiveRoutes(mount, live, auth.sessions);
  mount(OPERATIONS.sharePlanning, async ({ context, actor, query, body }) =>
    answerWith(context, await sharePlanning(planning, actor.id, checkPublication(new Uint8Array(body)), query)),
  );
  mount(OPERATIONS.addToSharedPlanning, async ({ context, actor, body }) =>
    answerWith(context, await addToPlanning(planning, actor.id, checkPublication(new Uint8Array(body)))),
  );
}
