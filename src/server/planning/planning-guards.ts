import { HEADERS } from "#contract/headers.ts";
import type { GuardName } from "#contract/operation.ts";
import type { Guard } from "../api/operation-route.ts";
import { Refusal } from "../errors.ts";
import type { SharedPlanning } from "./shared-planning.ts";

/** Refuses a queued call of another user than the one signed in now. */
const ownCallsOnly: Guard = (context, actor) => {
  const wantedBy = context.req.header(HEADERS.person);
  if (wantedBy !== undefined && wantedBy !== actor.id) throw new Refusal("session.other_person");
  return Promise.resolve();
};

/** The implementation of each guard in the contract. */
export function createPlanningGuards(planning: SharedPlanning): Readonly<Record<GuardName, Guard>> {
  return {
    own_calls: ownCallsOnly,
    shared_planning: async (context, actor) => {
      await ownCallsOnly(context, actor);
      if (!(await planning.isShared())) throw new Refusal("planning.not_shared");
    },
  };
}
