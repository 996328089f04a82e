import type { Database } from "../database/database.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import type { JobKind } from "./job.ts";

/** When the next job of each kind is due; kinds without a job are missing. */
export type NextMoments = ReadonlyMap<JobKind, Date>;

/** Searches the index once for each kind, all in one query. */
export async function readNextMoments({ kysely }: Database, kinds: readonly JobKind[]): Promise<NextMoments> {
  const moments = await kysely
    .selectNoFrom((eb) =>
      kinds.map((kind) =>
        eb
          .selectFrom("job")
          .select(({ fn }) => fn.min<StoredDate | null>("due_at").as("due_at"))
          .where("kind", "=", kind)
          .as(kind),
      ),
    )
    .executeTakeFirstOrThrow();
  const found = Object.entries(moments) as [JobKind, StoredDate | null][];
  return new Map(found.flatMap(([kind, moment]) => (moment === null ? [] : [[kind, readDate(moment)]])));
}
