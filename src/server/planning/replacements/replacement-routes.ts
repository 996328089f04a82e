import type { EventRequests } from "#contract/notifications/requests.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import { answerWith } from "../planning-answer.ts";
import type { Asking } from "../requests/asking.ts";
import { presentRequests } from "../requests/present-requests.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { askReplacement } from "./ask-replacement.ts";

/** Finding somebody who takes the user's place. */
export function addReplacementRoutes(mount: Mount, planning: SharedPlanning, asking: Asking): void {
  /** Those that `actorId` made. */
  async function readOwn(queryable: Queryable, eventId: string, actorId: string, now: Date): Promise<EventRequests> {
    const { requests } = await presentRequests(queryable, eventId, asking, now);
    return { requests: requests.filter(({ askedBy }) => askedBy === actorId), order: null };
  }

  mount(OPERATIONS.readReplacements, ({ actor, parameters: { id } }) =>
    readOwn(planning.database, id, actor.id, planning.now()),
  );

  mount(OPERATIONS.askReplacement, async ({ context, actor, parameters: { id }, body: { userId } }) => {
    const wanted = { eventId: id, actorId: actor.id, userId };
    const asked = await askReplacement(planning, wanted, asking, async (writing) => ({
      position: writing.position(),
      row: await readOwn(writing, id, actor.id, writing.now),
    }));
    return answerWith(context, asked);
  });
}
