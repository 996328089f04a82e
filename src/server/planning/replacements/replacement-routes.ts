import type { EventRequests } from "#contract/notifications/requests.ts";
import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import { answerWith } from "../planning-answer.ts";
import type { Asking } from "../requests/asking.ts";
import { presentRequests } from "../requests/present-requests.ts";
import type { SharedPlanning, Writing } from "../shared-planning.ts";
import { isPlaceFree, replacementsFor } from "#domain/line-up/repairing/replacement.ts";
import { may } from "#domain/permissions.ts";
import { Refusal } from "../../errors.ts";
import { readActor } from "../changes/read-actor.ts";
import { requestsOf, withRunningOrder } from "../requests/ask-people.ts";
import { readOpenRequests } from "../requests/read-requests.ts";
import { readSituation } from "../requests/read-situation.ts";
import { writeRequest } from "../requests/write-requests.ts";

interface Wanted {
  readonly eventId: string;
  /** Who does not come. */
  readonly actorId: string;
  /** Who is asked to take their place. */
  readonly userId: string;
}

async function requireRights(writing: Writing, actorId: string): Promise<void> {
  if (!writing.isShared) throw new Refusal("planning.not_shared");
  if (!may(await readActor(writing, actorId), "availability.set_own")) throw new Refusal("request.forbidden");
}

/**
 * A person on a line-up who is absent asks somebody to take their place. Who was asked by them and has not answered gets
 * no second message.
 * @throws Refusal for an event that began or is deleted, when the place is not free, and for people who could not take it
 */
async function askReplacement<Answer>(
  planning: SharedPlanning,
  { eventId, actorId, userId }: Wanted,
  asking: Asking,
  present: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  return planning.write(async (writing) => {
    await requireRights(writing, actorId);
    const { event, begins, people } = await readSituation(writing, eventId, asking.timeZone);
    if (begins <= writing.now) throw new Refusal("asking.past");
    const { lineUp = [], availability } = event;
    if (!isPlaceFree(event, actorId)) throw new Refusal("replacement.not_needed");
    const candidates = replacementsFor({ lineUp, userId: actorId, people, availability });
    if (candidates.every(({ id }) => id !== userId)) throw new Refusal("replacement.unfit");
    const open = (await readOpenRequests(writing, eventId)).find((request) => request.userId === userId);
    const replaced = open?.replaces ?? null;
    if (replaced !== null && replaced !== actorId && isPlaceFree(event, replaced))
      throw new Refusal("replacement.asked");
    if (replaced === actorId && open?.unreachable === null) return present(writing);
    const reach = await asking.canReach(writing, [userId]);
    const unreachable = reach.get(userId) ?? null;
    await writeRequest(writing, { eventId, userId, askedBy: actorId, unreachable, replaces: actorId });
    const sent = requestsOf(reach, { askedBy: actorId, isReplacement: true });
    await asking.onRequests(writing, await withRunningOrder(writing, eventId, sent, asking));
    await writing.log({ change: null, groupId: event.groupId });
    return present(writing);
  });
}

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
