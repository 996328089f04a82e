import { programmeVersionOf } from "#domain/planning/planning.ts";
import { Refusal } from "../../errors.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { readActor } from "../changes/read-actor.ts";
import { requireRight } from "../changes/read-rights.ts";
import { readEvent } from "../events/read-events.ts";
import { found } from "../planning-answer.ts";
import type { SharedPlanning } from "../shared-planning.ts";

/**
 * Sends the programme of an event to those present. A version that was sent is not sent again, however often the button
 * is pressed. Pages read the group's events again, as their offer is gone.
 * @throws Refusal `event.not_found`, `request.forbidden`
 */
export function tellProgramme(planning: SharedPlanning, eventId: string, actorId: string): Promise<void> {
  return planning.write(async (writing) => {
    if (!writing.isShared) throw new Refusal("planning.not_shared");
    await requireRight(writing, await readActor(writing, actorId), "programme.set", { eventId });
    const { row: event } = found(await readEvent(writing, eventId), "event.not_found");
    const { id, name, date, groupId, programme, programmeTold } = event;
    const version = programmeVersionOf(event);
    if (programme === undefined || programmeTold === version) return;
    const { kysely, now } = writing;
    await kysely.updateTable("planning_event").set({ programme_told: version }).where("id", "=", id).execute();
    await addJobs(writing, [{ kind: "programme", subject: id, dueAt: now }], now);
    await writing.log({ change: null, groupId });
    await recordAct(writing, { actorId, act: { type: "programme.told", event: { id, name, date } }, now });
  });
}
