import type { Database } from "#server/database/database.ts";

/** The kinds of the jobs that are due by `now`, or being done. */
export async function jobsUnderWay({ kysely }: Database, now: Date): Promise<string[]> {
  const underWay = kysely
    .selectFrom("job")
    .select("kind")
    .where((eb) => eb.or([eb("due_at", "<=", now), eb("claimed_at", "is not", null)]));
  return (await underWay.execute()).map(({ kind }) => kind);
}
