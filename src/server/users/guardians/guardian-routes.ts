import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import { mayFor } from "#domain/permissions.ts";
import { addRoute, type Mount } from "../../api/operation-route.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { presentUser } from "../../api/user-record.ts";
import type { Actor } from "../../api/actor.ts";
import type { Auth } from "../../auth/auth.ts";
import { Refusal } from "../../errors.ts";
import { listAbsences } from "../../planning/absences/read-absences.ts";
import { readAddedAbsence } from "../../planning/absences/absence-routes.ts";
import type { AcceptChange } from "../../planning/changes/wanted-change.ts";
import { eventKey } from "../../planning/changes/idempotency-key.ts";
import { readPosition } from "../../planning/changes/read-change-log.ts";
import { answerWith } from "../../planning/planning-answer.ts";
import { createPlanningGuards } from "../../planning/planning-guards.ts";
import type { SharedPlanning } from "../../planning/shared-planning.ts";
import { endEntrusting, entrust, setEntrustedServices } from "./write-guardians.ts";

interface GuardianDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly accept: AcceptChange;
}

/** @throws Refusal `request.forbidden` */
function requireEntrusted(actor: Actor, userId: string): void {
  if (!mayFor(actor, "person.look_after", userId)) throw new Refusal("request.forbidden");
}

/** Who answers for whom, and what guardians may change of the people who are entrusted to them. */
export function addGuardianRoutes(app: Hono<AppEnv>, { auth, planning, accept }: GuardianDependencies): void {
  const guards = createPlanningGuards(planning);
  const mount: Mount = (operation, handle) =>
    addRoute(app, operation, auth.sessions, handle, { actor: guards[operation.guard] });

  mount(OPERATIONS.entrust, async ({ actor, parameters: { id, userId } }) => {
    await entrust(planning, { actorId: actor.id, userId: id, guardianId: userId });
    return null;
  });

  mount(OPERATIONS.endEntrusting, async ({ actor, parameters: { id, userId } }) => {
    await endEntrusting(planning, { actorId: actor.id, userId: id, guardianId: userId });
    return null;
  });

  mount(OPERATIONS.setEntrustedServices, async ({ actor, parameters: { id }, body: { positions } }) =>
    presentUser(await setEntrustedServices(planning, { actorId: actor.id, userId: id, positions }), actor),
  );

  mount(OPERATIONS.listEntrustedAbsences, async ({ context, actor, parameters: { id } }) => {
    requireEntrusted(actor, id);
    return answerWith(context, await listAbsences(planning.database, id));
  });

  mount(OPERATIONS.addEntrustedAbsence, async ({ context, actor, parameters, body: { from, to } }) => {
    const { id: userId } = parameters;
    const id = eventKey(context) ?? randomUUID();
    const wanted = { type: "absence.added" as const, id, userId, from, to };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readAddedAbsence(queryable, userId, id)));
  });

  mount(OPERATIONS.removeEntrustedAbsence, async ({ context, actor, parameters: { id: userId, absenceId } }) => {
    const wanted = { type: "absence.removed" as const, absenceId, userId };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });
}
