import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import type { Queryable } from "../../database/database.ts";

/** Stores the line-up of which the people on it are notified now. The next change is compared with it. */
export async function writeNotifiedLineUp({ kysely }: Queryable, eventId: string, lineUp: KeptLineUp): Promise<void> {
  await kysely.deleteFrom("told_place").where("event_id", "=", eventId).execute();
  const byPerson = Map.groupBy(lineUp, ({ userId }) => userId);
  const rows = [...byPerson].map(([userId, places]) => ({
    event_id: eventId,
    user_id: userId,
    roles: JSON.stringify(places.map(({ role }) => role)),
  }));
  if (rows.length > 0) await kysely.insertInto("told_place").values(rows).execute();
}

/** The line-up of which the people on it were last notified. */
export async function readNotifiedLineUp({ kysely }: Queryable, eventId: string): Promise<KeptLineUp> {
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
