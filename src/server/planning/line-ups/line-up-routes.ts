import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { Queryable } from "../../database/database.ts";
import { hasRight } from "../changes/read-rights.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import { readPosition } from "../changes/read-change-log.ts";
import { readEvent } from "../events/read-events.ts";
import { answerWith, found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { readTurns } from "./read-turns.ts";
import { readWish } from "./read-wishes.ts";

async function readOwnWish(queryable: Queryable, userId: string) {
  const { position, row } = await readWish(queryable, userId);
  return { position, row: { most: row } };
}

/** Kept line-ups, and whose turn it is to play. */
export function addLineUpRoutes(mount: Mount, planning: SharedPlanning, accept: AcceptChange): void {
  mount(OPERATIONS.keepLineUp, async ({ context, actor, parameters: { id }, body: { holdings, repairs } }) => {
    const repair = repairs === undefined ? {} : { repairs };
    const wanted = { type: "line_up.kept" as const, eventId: id, lineUp: holdings, ...repair };
    return answerWith(
      context,
      await accept(actor.id, wanted, async (queryable) => found(await readEvent(queryable, id), "event.not_found")),
    );
  });

  mount(OPERATIONS.dropLineUp, async ({ context, actor, parameters: { id } }) => {
    const wanted = { type: "line_up.dropped" as const, eventId: id };
    return answerWith(context, await accept(actor.id, wanted, readPosition));
  });

  mount(OPERATIONS.readTurns, async ({ context, actor, parameters: { id } }) => {
    const { position, row: turns } = await readTurns(planning.database, id);
    const seesAll = await hasRight(planning.database, actor, "turns.see_all", { eventId: id });
    return answerWith(context, { position, row: turns.filter(({ userId }) => seesAll || userId === actor.id) });
  });

  mount(OPERATIONS.readOwnWish, async ({ context, actor }) =>
    answerWith(context, await readOwnWish(planning.database, actor.id)),
  );

  mount(OPERATIONS.setOwnWish, async ({ context, actor, body: { most } }) => {
    const wanted = { type: "person.wish_set" as const, userId: actor.id, most };
    return answerWith(context, await accept(actor.id, wanted, (queryable) => readOwnWish(queryable, actor.id)));
  });
}
