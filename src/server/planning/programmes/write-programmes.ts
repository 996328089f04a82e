import type { PlainDate } from "#domain/calendar/calendar.ts";
import { programmeVersionOf } from "#domain/planning/planning.ts";
import { isSameProgramme, type Programme } from "#domain/programme/programme.ts";
import { type PlayedTitle, playedTitles, repertoireOf } from "#domain/programme/repertoire.ts";
import type { Queryable } from "../../database/database.ts";
import { found, Refusal } from "../../errors.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireRightNow } from "../changes/read-rights.ts";
import { isVisible, readEvent } from "../events/read-events.ts";
import { eventForJournal, nextRevision } from "../events/write-events.ts";
import { requireGroup } from "../groups/write-groups.ts";
import type { SharedPlanning, WantedOf, WriteChange } from "../shared-planning.ts";

/**
 * Stores the programme of an event: what is played. A repeated call changes nothing.
 * @throws Refusal `event.not_found`; `programme.changed` (optimistic locking) when it is based on another version
 */
export const setProgramme: WriteChange<WantedOf<"programme.set">> = async (
  writing,
  { type, eventId, programme, basedOn },
) => {
  const event = found(await readEvent(writing, eventId), "event.not_found");
  if (isSameProgramme(event.programme ?? [], programme)) return null;
  if (programmeVersionOf(event) !== basedOn) throw new Refusal("programme.changed");
  await writing.kysely
    .updateTable("planning_event")
    .set({
      programme: programme.length === 0 ? null : JSON.stringify(programme),
      programme_version: basedOn + 1,
    })
    .set(nextRevision(writing.now))
    .where("id", "=", eventId)
    .execute();
  const change = { type, eventId, programme, basedOn };
  return { entry: { change, groupId: event.groupId }, act: { type, event: eventForJournal(event) } };
};

/**
 * Adds the job that sends the programme of an event to the people who are present, each version only once. Pages then
 * reload the group's events, so that they no longer offer to send this version.
 * @throws Refusal `event.not_found`, `request.forbidden`
 */
export function sendProgramme(planning: SharedPlanning, eventId: string, actorId: string): Promise<void> {
  return planning.write(async (writing) => {
    await requireRightNow(writing, actorId, "programme.set", { eventId });
    const event = found(await readEvent(writing, eventId), "event.not_found");
    const { id, groupId, programme, programmeTold } = event;
    const version = programmeVersionOf(event);
    if (programme === undefined || programmeTold === version) return;
    const { kysely, now } = writing;
    await kysely.updateTable("planning_event").set({ programme_told: version }).where("id", "=", id).execute();
    await addJobs(writing, [{ kind: "programme", subject: id, dueAt: now }], now);
    await writing.log({ change: null, groupId });
    await recordAct(writing, { actorId, act: { type: "programme.told", event: eventForJournal(event) }, now });
  });
}

/** What a group played before `today`. @throws Refusal `group.not_found` */
export async function readRepertoire(queryable: Queryable, groupId: string, today: PlainDate): Promise<PlayedTitle[]> {
  await requireGroup(queryable, groupId);
  const rows = await queryable.kysely
    .selectFrom("planning_event")
    .select(["date", "programme"])
    .where("group_id", "=", groupId)
    .where("date", "<", today)
    .where("programme", "is not", null)
    .where(isVisible)
    .execute();
  const programmes = rows.map(({ date, programme }) => ({
    date,
    programme: JSON.parse(programme ?? "[]") as Programme,
  }));
  return playedTitles(repertoireOf(programmes, today));
}
