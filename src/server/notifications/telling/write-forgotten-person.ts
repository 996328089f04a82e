import type { Queryable } from "../../database/database.ts";
import { removeJobsOf } from "../../jobs/write-jobs.ts";
import type { PlacePayload } from "../../planning/line-ups/write-line-up-news.ts";

/** Those on line-ups that a deleted person kept are told all the same. */
async function forgetKeeper({ kysely }: Queryable, userId: string): Promise<void> {
  const [named, nobody]: readonly PlacePayload[] = [{ keptBy: userId }, { keptBy: null }];
  await kysely
    .updateTable("job")
    .set({ payload: JSON.stringify(nobody) })
    .where("kind", "=", "places")
    .where("payload", "=", JSON.stringify(named))
    .execute();
}

/** Removes a deleted person from what was to be told: messages to them and about them, and who was present at an event. */
export async function forgetTold(queryable: Queryable, userId: string): Promise<void> {
  await forgetKeeper(queryable, userId);
  await removeJobsOf(queryable, userId);
  const quoted = JSON.stringify(userId);
  await queryable.kysely
    .updateTable("event_news")
    .set((eb) => ({ present_ids: eb.fn<string>("replace", ["present_ids", eb.val(quoted), eb.val('""')]) }))
    .where("present_ids", "like", `%${userId}%`)
    .execute();
}
