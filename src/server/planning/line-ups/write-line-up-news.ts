import { QUIET_AFTER_KEEPING_MS } from "#domain/line-up/kept-line-up.ts";
import type { NewJob } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { Writing } from "../shared-planning.ts";

/** The payload of the job `places`. */
export interface PlacePayload {
  /** The user who changed it last; `null`: nobody to leave out. */
  readonly keptBy: string | null;
}

function jobOf(writing: Writing, eventId: string, payload: PlacePayload): NewJob {
  const dueAt = new Date(writing.now.getTime() + QUIET_AFTER_KEEPING_MS);
  return { kind: "places", subject: eventId, dueAt, payload };
}

/** Adds the job that tells people what changed for them, once the line-up has not changed for a while. */
export async function noteLineUp(writing: Writing, eventId: string, keptBy: string | null): Promise<void> {
  await addJobs(writing, [jobOf(writing, eventId, { keptBy })], writing.now);
}

/**
 * The same for coming events of a group that came back from the trash: nobody was told of a line-up that changed shortly
 * before its event was deleted.
 * @param eventIds `null`: all that are not deleted
 */
export async function noteRestoredLineUps(
  writing: Writing,
  groupId: string,
  eventIds: readonly string[] | null,
): Promise<void> {
  const { kysely, now, today } = writing;
  const rows = await kysely
    .selectFrom("planning_event")
    .select("id")
    .where("group_id", "=", groupId)
    .where("line_up", "is not", null)
    .where("date", ">=", today)
    .where("deleted_at", "is", null)
    .$if(eventIds !== null, (query) => query.where("id", "in", eventIds ?? []))
    // Those restored at once are told when they would have been.
    .where("id", "not in", kysely.selectFrom("job").select("subject").where("kind", "=", "places"))
    .execute();
  const jobs = rows.map(({ id }) => jobOf(writing, id, { keptBy: null }));
  await addJobs(writing, jobs, now);
}
