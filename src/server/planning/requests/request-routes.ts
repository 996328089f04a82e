import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import { requireRight } from "../changes/read-rights.ts";
import { answerWith } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { askPeople, stopAsking } from "./ask-people.ts";
import type { Asking } from "./asking.ts";
import { presentRequests } from "./present-requests.ts";

/** Asking people to come to an event. */
export function addRequestRoutes(mount: Mount, planning: SharedPlanning, asking: Asking): void {
  mount(OPERATIONS.readRequests, async ({ actor, parameters: { id } }) => {
    await requireRight(planning.database, actor, "event.ask_people", { eventId: id });
    return presentRequests(planning.database, id, asking, planning.now());
  });

  mount(OPERATIONS.askPeople, async ({ context, actor, parameters: { id }, body }) => {
    const wanted = { ...body, eventId: id, actorId: actor.id };
    const asked = await askPeople(planning, wanted, asking, async (writing) => ({
      position: writing.position(),
      row: await presentRequests(writing, id, asking, writing.now),
    }));
    return answerWith(context, asked);
  });

  mount(OPERATIONS.stopAsking, async ({ actor, parameters: { id } }) => {
    await stopAsking(planning, { eventId: id, actorId: actor.id }, asking);
    return null;
  });
}
