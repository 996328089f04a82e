import type { Queryable } from "../../database/database.ts";
import { storedDetailsOf } from "../../database/event-columns.ts";
import { readBoolean } from "../../database/schema.ts";
import type { RunInTransaction } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { FormerEvent, NewsEvent } from "./read-changed-events.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function storeForADay(queryable: Queryable, newsId: string, news: unknown, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + DAY_MS);
  await addJobs(queryable, [{ kind: "news", subject: newsId, payload: news, dueAt }], now);
}

/** Stores the events as they were before the change, in the payload of a job `news`. Messages refer to them by `newsId`. */
export function storeNews(
  queryable: Queryable,
  newsId: string,
  former: readonly FormerEvent[],
  now: Date,
): Promise<void> {
  const news = former.map(({ eventId, before, isNew }): NewsEvent => ({
    eventId,
    ...(before !== null && { before }),
    isNew,
  }));
  return storeForADay(queryable, newsId, news, now);
}

/** The handler of jobs `news`: deletes the news after a day, unless a waiting message still refers to them. */
export const expireNews: RunInTransaction = async (queryable, { subject: newsId, payload }, now) => {
  const waiting = await queryable.kysely
    .selectFrom("job")
    .select("id")
    .where("kind", "in", ["message", "push"])
    .where("payload", "like", `%${newsId}%`)
    .limit(1)
    .executeTakeFirst();
  if (waiting !== undefined) await storeForADay(queryable, newsId, payload, now);
};

/** Reads and deletes the changed events that were collected for a group, because its members are notified of them now. */
export async function takeNews({ kysely }: Queryable, groupId: string): Promise<FormerEvent[]> {
  const rows = await kysely.deleteFrom("event_news").where("group_id", "=", groupId).returningAll().execute();
  return rows.map((row) => ({
    eventId: row.event_id,
    before: readBoolean(row.is_deleted) ? null : storedDetailsOf(row),
    // `jsonList` stores each id in an array of its own.
    presentBefore: (JSON.parse(row.present_ids) as [string][]).flat(),
    isNew: readBoolean(row.is_new),
  }));
}
