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

/** In SQL: whether the event is one of these. SQL has no empty lists, so it is `false` for one. */
function isAmong(
  eb: ExpressionBuilder<Tables, "planning_event">,
  ids: readonly string[],
): ExpressionWrapper<Tables, "planning_event", SqlBool> {
  return ids.length === 0 ? eb.lit(false) : eb("planning_event.id", "in", ids);
}

/**
 * The coming events that are new (`isNewAt`), or were new when they were deleted. Somebody is present at those in `known`,
 * and nobody at those in `unknown`.
 */
async function readNewEvents(
  { kysely, now, today }: Writing,
  groupId: string,
  eventIds: readonly string[] | null,
): Promise<Record<"known" | "unknown", string[]>> {
  const rows = await kysely
    .selectFrom("planning_event")
    .select(["id", "timed_at", "deleted_at"])
    .select((eb) =>
      eb
        .exists(
          eb
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
 * Stores coming events of a group as its members know them, before the events change. A job tells the members the
 * difference, once nothing has changed for `QUIET_AFTER_CHANGE_MS`. An event with an earlier change that is not told yet
 * keeps its row. A new event is stored only if somebody is present: members do not know other new events yet, so mistakes
 * in them can be corrected without a message.
 * @param eventIds `null`: all events of the group, except those that were deleted on their own
 */
export async function keepForNews(
  writing: Writing,
  groupId: string,
  eventIds: readonly string[] | null,
): Promise<void> {
  if (eventIds?.length === 0) return;
  const { kysely, engine, today, now } = writing;
  // An event that was moved in the last minutes counts as new, too. If it needs a row, the move has stored it.
  const newIds = await readNewEvents(writing, groupId, eventIds);
  await kysely
    .insertInto("event_news")
    .columns([...KEPT_COLUMNS, "is_deleted", "present_ids", "is_new"])
    .expression((eb) =>
      eb
        .selectFrom("planning_event")
        .innerJoin("planning_group", "planning_group.id", "planning_event.group_id")
        .select(["planning_event.id", "planning_event.group_id", "planning_event.name", "date", "time", "end_time"])
        .select(["ends_next_day", "location"])
        .select((is) =>
          is
            .or([is("planning_event.deleted_at", "is not", null), is("planning_group.deleted_at", "is not", null)])
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
