import { QUIET_AFTER_CHANGE_MS } from "#domain/notifications/event-news.ts";
import { jsonList } from "../../database/json-list.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { Writing } from "../shared-planning.ts";

const KEPT_COLUMNS = ["event_id", "group_id", "name", "date", "time", "end_time", "location"] as const;

/** Whether one of these events is kept. */
async function isAnyKept({ kysely }: Writing, groupId: string, eventIds: readonly string[] | null): Promise<boolean> {
  const kept = await kysely
    .selectFrom("event_news")
    .select("event_id")
    .where("group_id", "=", groupId)
    .$if(eventIds !== null, (query) => query.where("event_id", "in", eventIds ?? []))
    .limit(1)
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Keeps coming events of a group as their members know them, to be called before they change. One that changed already,
 * and was not told yet, stays as it was kept. One that was created so shortly before that its change would still wait is
 * not kept: a mistake is soon corrected. Members are told once nothing has changed for a while.
 * @param eventIds `null`: all that are not deleted one by one
 */
export async function keepForNews(
  writing: Writing,
  groupId: string,
  eventIds: readonly string[] | null,
): Promise<void> {
  if (eventIds?.length === 0) return;
  const { kysely, engine, today, now } = writing;
  // An event whose date changed so shortly before is kept already.
  const knownBefore = new Date(now.getTime() - QUIET_AFTER_CHANGE_MS);
  await kysely
    .insertInto("event_news")
    .columns([...KEPT_COLUMNS, "is_deleted", "present_ids"])
    .expression((eb) =>
      eb
        .selectFrom("planning_event")
        .innerJoin("planning_group as team", "team.id", "planning_event.group_id")
        .select(["planning_event.id", "planning_event.group_id", "planning_event.name", "date", "time", "end_time"])
        .select("location")
        .select((is) =>
          is
            .or([is("planning_event.deleted_at", "is not", null), is("team.deleted_at", "is not", null)])
            .as("is_deleted"),
        )
        .select((inner) =>
          inner
            .selectFrom("availability")
            .select(jsonList(engine, ["user_id"], ["user_id"]).as("ids"))
            .whereRef("event_id", "=", "planning_event.id")
            .where("status", "=", "present")
            .as("present_ids"),
        )
        .where("planning_event.group_id", "=", groupId)
        .where("date", ">=", today)
        .where((is) => is.or([is("timed_at", "is", null), is("timed_at", "<=", knownBefore)]))
        .$if(eventIds === null, (query) => query.where("planning_event.deleted_at", "is", null))
        .$if(eventIds !== null, (query) => query.where("planning_event.id", "in", eventIds ?? [])),
    )
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .execute();
  if (!(await isAnyKept(writing, groupId, eventIds))) return;
  const dueAt = new Date(now.getTime() + QUIET_AFTER_CHANGE_MS);
  await addJobs(writing, [{ kind: "changes", subject: groupId, dueAt }], now);
}
