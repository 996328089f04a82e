import type { ExpressionBuilder } from "kysely";
import { isNewAt, QUIET_AFTER_CHANGE_MS } from "#domain/notifications/event-news.ts";
import { jsonList } from "../../database/json-list.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { Writing } from "../shared-planning.ts";

const KEPT_COLUMNS = ["event_id", "group_id", "name", "date", "time", "end_time", "ends_next_day", "location"] as const;

/**
 * The coming events of `ids` that are new (`isNewAt`), or were new when they were deleted. Somebody is present at those in
 * `known`, and nobody at those in `unknown`.
 */
async function readNewEvents(
  { kysely, now, today }: Writing,
  ids: readonly string[],
): Promise<Record<"known" | "unknown", string[]>> {
  const rows = await kysely
    .selectFrom("planning_event")
    .select(["id", "timed_at", "deleted_at"])
    .select((eb) => eb.exists(presentAt(eb).select("user_id")).as("is_known"))
    .where("id", "in", ids)
    .where("date", ">=", today)
    .where("timed_at", "is not", null)
    .execute();
  const newIds: Record<"known" | "unknown", string[]> = { known: [], unknown: [] };
  for (const row of rows) {
    const moment = readDate(row.deleted_at ?? now).getTime();
    const isNew = row.timed_at !== null && isNewAt(moment, readDate(row.timed_at).getTime());
    if (isNew) newIds[readBoolean(row.is_known) ? "known" : "unknown"].push(row.id);
  }
  return newIds;
}

/** The answers of the people who are present at the event of the outer query. */
function presentAt(eb: ExpressionBuilder<Tables, "planning_event">) {
  return eb.selectFrom("availability").whereRef("event_id", "=", "planning_event.id").where("status", "=", "present");
}

/**
 * Stores coming events of a group as its members know them, before the events change. A job tells the members the
 * difference, once nothing has changed for `QUIET_AFTER_CHANGE_MS`. An event with an earlier change that is not told yet
 * keeps its row. A new event is stored only if somebody is present: members do not know other new events yet, so mistakes
 * in them can be corrected without a message.
 */
export async function keepForNews(writing: Writing, groupId: string, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  const { kysely, engine, today, now } = writing;
  // An event that was moved in the last minutes counts as new, too. If it needs a row, the move has stored it.
  const { known, unknown } = await readNewEvents(writing, eventIds);
  await kysely
    .insertInto("event_news")
    .columns([...KEPT_COLUMNS, "is_deleted", "present_ids", "is_new"])
    .expression((eb) =>
      eb
        .selectFrom("planning_event")
        .innerJoin("planning_group", "planning_group.id", "planning_event.group_id")
        .select(["planning_event.id", "planning_event.group_id", "planning_event.name", "date", "time", "end_time"])
        .select(["ends_next_day", "location"])
        .select((is) => [
          is
            .or([is("planning_event.deleted_at", "is not", null), is("planning_group.deleted_at", "is not", null)])
            .as("is_deleted"),
          presentAt(is)
            .select(jsonList(engine, ["user_id"], ["user_id"]).as("ids"))
            .as("present_ids"),
          // SQL has no empty lists. No event has an empty id.
          is("planning_event.id", "in", ["", ...known]).as("is_new"),
        ])
        .where("planning_event.id", "in", eventIds)
        .where("planning_event.id", "not in", ["", ...unknown])
        .where("date", ">=", today),
    )
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .execute();
  const kept = kysely.selectFrom("event_news").select("event_id").where("event_id", "in", eventIds).limit(1);
  if ((await kept.executeTakeFirst()) === undefined) return;
  const dueAt = new Date(now.getTime() + QUIET_AFTER_CHANGE_MS);
  await addJobs(writing, [{ kind: "changes", subject: groupId, dueAt }], now);
}
