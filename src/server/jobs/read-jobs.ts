import type { Database } from "../database/database.ts";
import { readDate, type StoredDate } from "../database/schema.ts";
import type { JobKind } from "./job.ts";

/** When the next job of each kind is due; kinds without a job are missing. */
export type NextMoments = ReadonlyMap<JobKind, Date>;

/** One query with a subquery for each kind, so that each is a single search of the index. */
export async function readNextMoments({ kysely }: Database, kinds: readonly JobKind[]): Promise<NextMoments> {
  const dueAtByKind = await kysely
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
  const entries = Object.entries(dueAtByKind) as [JobKind, StoredDate | null][];
  return new Map(entries.flatMap(([kind, dueAt]) => (dueAt === null ? [] : [[kind, readDate(dueAt)]])));
}
