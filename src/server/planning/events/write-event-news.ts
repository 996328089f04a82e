import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import { isNewAt, QUIET_AFTER_CHANGE_MS } from "#domain/notifications/event-news.ts";
import { jsonList } from "../../database/json-list.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { Writing } from "../shared-planning.ts";

const KEPT_COLUMNS = ["event_id", "group_id", "name", "date", "time", "end_time", "ends_next_day", "location"] as const;

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

function isAmong(
  is: ExpressionBuilder<Tables, "planning_event">,
  ids: readonly string[],
): ExpressionWrapper<Tables, "planning_event", SqlBool> {
  return ids.length === 0 ? is.lit(false) : is("planning_event.id", "in", ids);
}

/** The ids of events that are new, or were when they were deleted: those that somebody knew, and those that nobody did. */
async function readNewEvents(
  { kysely, now, today }: Writing,
  groupId: string,
  eventIds: readonly string[] | null,
): Promise<Record<"known" | "unknown", string[]>> {
  const rows = await kysely
    .selectFrom("planning_event")
    .select(["id", "timed_at", "deleted_at"])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom("availability")
            .select("user_id")
            .whereRef("event_id", "=", "planning_event.id")
            .where("status", "=", "present"),
        )
        .as("is_known"),
    )
    .where("group_id", "=", groupId)
    .where("date", ">=", today)
    .where("timed_at", "is not", null)
    .$if(eventIds !== null, (query) => query.where("id", "in", eventIds ?? []))
    .execute();
  const ids: Record<"known" | "unknown", string[]> = { known: [], unknown: [] };
  for (const row of rows) {
    const moment = readDate(row.deleted_at ?? now).getTime();
    const isNew = row.timed_at !== null && isNewAt(moment, readDate(row.timed_at).getTime());
    if (isNew) ids[readBoolean(row.is_known) ? "known" : "unknown"].push(row.id);
  }
  return ids;
}

/**
 * Keeps coming events of a group as their members know them, to be called before they change. One that changed already,
 * and was not told yet, stays as it was kept. One that was created so shortly before that its change would still wait is
 * kept only for those who are present already: a mistake is soon corrected. They are told once nothing has changed for a
 * while.
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
  const newIds = await readNewEvents(writing, groupId, eventIds);
  await kysely
    .insertInto("event_news")
    .columns([...KEPT_COLUMNS, "is_deleted", "present_ids", "is_new"])
    .expression((eb) =>
      eb
        .selectFrom("planning_event")
        .innerJoin("planning_group as team", "team.id", "planning_event.group_id")
        .select(["planning_event.id", "planning_event.group_id", "planning_event.name", "date", "time", "end_time"])
        .select(["ends_next_day", "location"])
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
        .select((is) => isAmong(is, newIds.known).as("is_new"))
        .where("planning_event.group_id", "=", groupId)
        .where("date", ">=", today)
        .where((is) => is.not(isAmong(is, newIds.unknown)))
        .$if(eventIds === null, (query) => query.where("planning_event.deleted_at", "is", null))
        .$if(eventIds !== null, (query) => query.where("planning_event.id", "in", eventIds ?? [])),
    )
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .execute();
  if (!(await isAnyKept(writing, groupId, eventIds))) return;
  const dueAt = new Date(now.getTime() + QUIET_AFTER_CHANGE_MS);
  await addJobs(writing, [{ kind: "changes", subject: groupId, dueAt }], now);
}
