import { HEADERS } from "#contract/headers.ts";
import type { Guard } from "../auth/operation-route.ts";
import { Refusal } from "../errors.ts";
import type { SharedPlanning } from "./shared-planning.ts";

/** A call that was kept for later is its owner's alone, whoever is signed in by now. */
export const ownCallsOnly: Guard = (context, actor) => {
  const wantedBy = context.req.header(HEADERS.person);
  if (wantedBy !== undefined && wantedBy !== actor.id) throw new Refusal("session.other_person");
  return Promise.resolve();
};

/** Of every call of a shared planning. */
export function sharedPlanningOnly(planning: SharedPlanning): Guard {
  return async (context, actor) => {
    await ownCallsOnly(context, actor);
    if (!(await planning.isShared())) throw new Refusal("planning.not_shared");
  };
}
