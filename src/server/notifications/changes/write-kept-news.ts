import type { Queryable } from "../../database/database.ts";
import type { TransactionHandler } from "../../jobs/job.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import type { FormerEvent } from "./read-changed-events.ts";
import type { NewsEvent } from "./read-known-events.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function keepForADay(queryable: Queryable, newsId: string, news: unknown, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + DAY_MS);
  await addJobs(queryable, [{ kind: "news", subject: newsId, payload: news, dueAt }], now);
}

/** Keeps news for the messages that name them. */
export function keepNews(
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
  return keepForADay(queryable, newsId, news, now);
}

/** Forgets news, unless a message that waits names them. */
export const newsHandler: TransactionHandler = {
  type: "transaction",
  async run(queryable, { subject: newsId, payload }, now) {
    const waiting = await queryable.kysely
      .selectFrom("job")
      .select("id")
      .where("kind", "in", ["message", "push"])
      .where("payload", "like", `%${newsId}%`)
      .limit(1)
      .executeTakeFirst();
    if (waiting !== undefined) await keepForADay(queryable, newsId, payload, now);
  },
};
