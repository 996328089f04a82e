import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { mayFor } from "#domain/permissions.ts";
import type { AppEnv, Call } from "../api/operation-route.ts";
import type { Auth } from "../auth/auth.ts";
import type { Queryable } from "../database/database.ts";
import { found, Refusal } from "../errors.ts";
import { listAbsences } from "./absences/read-absences.ts";
import { addAnswerRoutes, addEventRoutes, addLineUpRoutes, addProgrammeRoutes } from "./event-routes.ts";
import { addGroupRoutes, addMembershipRoutes, addReminderRoutes } from "./group-routes.ts";
import { addLiveRoutes, type LiveChanges } from "./live/live-changes.ts";
import { createMount, createPlanningMounts, type PlanningMounts, requestedId } from "./planning-mount.ts";
import type { PlanningResponses } from "./planning-responses.ts";
import type { Asking } from "./requests/asking.ts";
import { addRequestRoutes } from "./requests/request-routes.ts";
import type { AcceptChange, SharedPlanning } from "./shared-planning.ts";
import { checkPublication } from "./sharing/check-publication.ts";
import { addToPlanning, sharePlanning } from "./sharing/share-planning.ts";
import { readTrash } from "./trash/read-trash.ts";

async function readAbsence(queryable: Queryable, wanted: { readonly userId: string; readonly id: string }) {
  const absences = await listAbsences(queryable, wanted.userId);
  const absence = absences.find(({ id }) => id === wanted.id);
  return found(absence, "absence.not_found");
}

function newAbsence(userId: string, { context, body }: Pick<Call<typeof OPERATIONS.addAbsence>, "context" | "body">) {
  return { type: "absence.added" as const, id: requestedId(context) ?? randomUUID(), userId, ...body };
}

/** Calls about the user's own absences, and those of the people who are entrusted to them. */
function addAbsenceRoutes(
  { mountPlainRead, mountChange, mountBareChange }: PlanningMounts,
  { database }: SharedPlanning,
): void {
  mountPlainRead(OPERATIONS.listOwnAbsences, ({ actor }) => listAbsences(database, actor.id));
  mountPlainRead(OPERATIONS.listEntrustedAbsences, async ({ actor, parameters: { id } }) => {
    if (!mayFor(actor, "person.look_after", id)) throw new Refusal("request.forbidden");
    return listAbsences(database, id);
  });

  mountChange(OPERATIONS.addAbsence, (call) => newAbsence(call.actor.id, call), readAbsence);
  mountChange(OPERATIONS.addEntrustedAbsence, (call) => newAbsence(call.parameters.id, call), readAbsence);
  mountBareChange(OPERATIONS.removeAbsence, ({ actor, parameters: { id } }) => ({
    type: "absence.removed",
    absenceId: id,
    userId: actor.id,
  }));
  mountBareChange(OPERATIONS.removeEntrustedAbsence, ({ parameters: { id, absenceId } }) => ({
    type: "absence.removed",
    absenceId,
    userId: id,
  }));
}

interface RouteDependencies {
  readonly auth: Pick<Auth, "sessions">;
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
  readonly live: LiveChanges;
  readonly responses: PlanningResponses;
  readonly asking: Asking;
}

/** Mounts all calls about a planning: groups, events, answers, line-ups, requests, change stream, trash and sharing. */
export function addPlanningRoutes(app: Hono<AppEnv>, dependencies: RouteDependencies): void {
  const { auth, planning, accept, live, responses, asking } = dependencies;
  const mounts = createPlanningMounts(createMount(app, auth.sessions, planning), accept, planning.database);
  const { mount, mountPositioned } = mounts;
  addGroupRoutes(mounts, responses);
  addReminderRoutes(mounts, planning);
  addMembershipRoutes(mounts, responses);
  addEventRoutes(mounts, dependencies);
  addAnswerRoutes(mounts, dependencies);
  addAbsenceRoutes(mounts, planning);
  addLineUpRoutes(mounts, planning);
  addProgrammeRoutes(mounts, planning);
  addRequestRoutes(mounts, planning, asking);
  addLiveRoutes(mount, live, auth.sessions);
  mount(OPERATIONS.readTrash, () => readTrash(planning.database, planning.now()));
  mountPositioned(OPERATIONS.sharePlanning, async ({ actor, query, body }) =>
    sharePlanning(planning, actor.id, checkPublication(new Uint8Array(body)), query),
  );
  mountPositioned(OPERATIONS.addToSharedPlanning, async ({ actor, body }) =>
    addToPlanning(planning, actor.id, checkPublication(new Uint8Array(body))),
  );
}
