import type { ExpressionBuilder } from "kysely";
import { isNewAt, QUIET_AFTER_CHANGE_MS } from "#domain/notifications/event-news.ts";
import { jsonList } from "../../database/json-list.ts";
import { readBoolean, readDate, type Tables } from "../../database/schema.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { WriteTransaction } from "../shared-planning.ts";

const NEWS_COLUMNS = ["event_id", "group_id", "name", "date", "time", "end_time", "ends_next_day", "location"] as const;

/**
 * The ids of the new events among `eventIds`: upcoming events that were created or moved only minutes ago, or only minutes
 * before they were deleted. Returns two lists: events at which somebody is present, and events at which nobody is.
 */
async function readNewEventIds({ kysely, now, today }: WriteTransaction, eventIds: readonly string[]) {
  const rows = await kysely
    .selectFrom("planning_event")
    .select(["id", "timed_at", "deleted_at"])
    .select((eb) => eb.exists(presentAt(eb).select("user_id")).as("has_present"))
    .where("id", "in", eventIds)
    .where("date", ">=", today)
    .where("timed_at", "is not", null)
    .execute();
  const newRows = rows.filter(({ timed_at: timedAt, deleted_at: deletedAt }) => {
    return timedAt !== null && isNewAt(readDate(deletedAt ?? now).getTime(), readDate(timedAt).getTime());
  });
  const idsOf = (hasPresent: boolean) =>
    newRows.filter((row) => readBoolean(row.has_present) === hasPresent).map(({ id }) => id);
  return { withSomebodyPresent: idsOf(true), withNobodyPresent: idsOf(false) };
}

/** The answers of the people who are present at the event of the outer query. */
function presentAt(eb: ExpressionBuilder<Tables, "planning_event">) {
  return eb.selectFrom("availability").whereRef("event_id", "=", "planning_event.id").where("status", "=", "present");
}

/**
 * Stores a snapshot of upcoming events of a group, before they change. A debounced job compares it with the events once
 * nothing has changed for `QUIET_AFTER_CHANGE_MS`, and messages the difference to the members.
 *
 * An event that already has a waiting snapshot keeps it. A new event gets a snapshot only if somebody is present:
 * members do not know other new events yet, so mistakes in them can be corrected without a message.
 */
export async function snapshotForNews(
  writing: WriteTransaction,
  groupId: string,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  const { kysely, engine, today, now } = writing;
  // Moved events count as new too. If such an event needs a snapshot, it has one already: the move itself stored it.
  const { withSomebodyPresent, withNobodyPresent } = await readNewEventIds(writing, eventIds);
  await kysely
    .insertInto("event_news")
    .columns([...NEWS_COLUMNS, "is_deleted", "present_ids", "is_new"])
    .expression((eb) =>
      eb
        .selectFrom("planning_event")
        .innerJoin("planning_group", "planning_group.id", "planning_event.group_id")
        .select(["planning_event.id", "planning_event.group_id", "planning_event.name", "date", "time", "end_time"])
        .select(["ends_next_day", "location"])
        .select((column) => [
          column
            .or([
              column("planning_event.deleted_at", "is not", null),
              column("planning_group.deleted_at", "is not", null),
            ])
            .as("is_deleted"),
          presentAt(column)
            .select(jsonList(engine, ["user_id"], ["user_id"]).as("ids"))
            .as("present_ids"),
          // SQL has no empty lists. No event has an empty id.
          column("planning_event.id", "in", ["", ...withSomebodyPresent]).as("is_new"),
        ])
        .where("planning_event.id", "in", eventIds)
        .where("planning_event.id", "not in", ["", ...withNobodyPresent])
        .where("date", ">=", today),
    )
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .execute();
  const snapshots = kysely.selectFrom("event_news").select("event_id").where("event_id", "in", eventIds).limit(1);
  if ((await snapshots.executeTakeFirst()) === undefined) return;
  const dueAt = new Date(now.getTime() + QUIET_AFTER_CHANGE_MS);
  await addJobs(writing, [{ kind: "changes", subject: groupId, dueAt }], now);
}
