import { OPERATIONS } from "#contract/operations.ts";
import type { Mount } from "../../api/operation-route.ts";
import type { AcceptChange } from "../changes/wanted-change.ts";
import { readEvent } from "../events/read-events.ts";
import { answerWith, found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";
import { tellProgramme } from "./write-told-programme.ts";
import { readRepertoire } from "./read-repertoire.ts";

/** What is played. */
export function addProgrammeRoutes(mount: Mount, planning: SharedPlanning, accept: AcceptChange): void {
  mount(OPERATIONS.setProgramme, async ({ context, actor, parameters: { id }, body: { items, basedOn } }) => {
    const wanted = { type: "programme.set" as const, eventId: id, programme: items, basedOn };
    return answerWith(
      context,
      await accept(actor.id, wanted, async (queryable) => found(await readEvent(queryable, id), "event.not_found")),
    );
  });

  mount(OPERATIONS.tellProgramme, async ({ actor, parameters: { id } }) => {
    await tellProgramme(planning, id, actor.id);
    return null;
  });

  mount(OPERATIONS.readRepertoire, async ({ context, parameters: { id } }) =>
    answerWith(context, await readRepertoire(planning.database, id, planning.today())),
  );
}
