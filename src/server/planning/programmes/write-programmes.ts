import { isSameProgramme } from "#domain/programme/programme.ts";
import { programmeVersionOf } from "#domain/planning/planning.ts";
import type { ChangeOf } from "#domain/planning/planning-change.ts";
import { Refusal } from "../../errors.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import { readEvent } from "../events/read-events.ts";
import { revision } from "../events/write-event-revisions.ts";
import { found } from "../planning-answer.ts";
import type { Writing } from "../shared-planning.ts";

/**
 * The programme that is there already changes nothing: a repeated call is harmless.
 * @throws Refusal `event.not_found`; `programme.changed` when it is based on another version
 */
export async function setProgramme(
  writing: Writing,
  { type, eventId, programme, basedOn }: ChangeOf<"programme.set">,
): Promise<WrittenChange | null> {
  const { row: event } = found(await readEvent(writing, eventId), "event.not_found");
  if (isSameProgramme(event.programme ?? [], programme)) return null;
  if (programmeVersionOf(event) !== basedOn) throw new Refusal("programme.changed");
  await writing.kysely
    .updateTable("planning_event")
    .set({
      programme: programme.length === 0 ? null : JSON.stringify(programme),
      programme_version: basedOn + 1,
    })
    .set(revision(writing.now))
    .where("id", "=", eventId)
    .execute();
  const { id, name, date, groupId } = event;
  return {
    entry: { change: { type, eventId, programme, basedOn }, groupId },
    act: { type, event: { id, name, date } },
  };
}
