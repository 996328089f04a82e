import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { Queryable } from "../../database/database.ts";

/** The line-up that the people on it were last told. */
export async function readToldLineUp({ kysely }: Queryable, eventId: string): Promise<KeptLineUp> {
  const rows = await kysely
    .selectFrom("told_place")
    .select(["user_id", "roles"])
    .where("event_id", "=", eventId)
    .orderBy("user_id")
    .execute();
  return rows.flatMap(({ user_id: userId, roles }) =>
    (JSON.parse(roles) as readonly BandRole[]).map((role) => ({ role, userId })),
  );
}
