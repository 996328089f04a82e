import { sql } from "kysely";
import { may } from "#domain/permissions.ts";
import type { Queryable } from "../../database/database.ts";
import { jsonRows } from "../../database/json-rows.ts";
import { readBoolean } from "../../database/schema.ts";
import type { Audience } from "./live-audience.ts";

/**
 * What each of these sessions may receive now, by one query; sessions without access are missing. For the default admin
 * the connection was checked when it opened: its process and proxy cannot change.
 */
export async function readAudiences(
  { kysely, engine }: Queryable,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Audience>> {
  const given = jsonRows(
    engine,
    { id: "text" },
    sessionIds.map((id) => ({ id })),
  );
  // Whoever answers for somebody receives the changes of that person's groups, too.
  const ofEntrusted = kysely
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.user_id")
    .innerJoin("guardian", "guardian.guardian_id", "users.id")
    .innerJoin("group_member", "group_member.user_id", "guardian.entrusted_id")
    .innerJoin("planning_group", (join) =>
      join.onRef("planning_group.id", "=", "group_member.group_id").on("planning_group.deleted_at", "is", null),
    )
    .select(["session.id as session_id", "users.id as user_id", "users.is_admin", "planning_group.id as group_id"])
    .where("session.id", "in", sql<string>`${given}`)
    .where("session.expires_at", ">", now);
  const rows = await kysely
    .selectFrom("session")
    .innerJoin("users", "users.id", "session.user_id")
    .leftJoin("group_member", "group_member.user_id", "users.id")
    .leftJoin("planning_group", (join) =>
      join.onRef("planning_group.id", "=", "group_member.group_id").on("planning_group.deleted_at", "is", null),
    )
    .select(["session.id as session_id", "users.id as user_id", "users.is_admin", "planning_group.id as group_id"])
    .where("session.id", "in", sql<string>`${given}`)
    .where("session.expires_at", ">", now)
    .unionAll(ofEntrusted)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.session_id)].map(([id, own]) => [id, audienceOf(own)]));
}

interface Row {
  readonly user_id: string;
  readonly is_admin: boolean | number;
  readonly group_id: string | null;
}

function audienceOf(rows: readonly Row[]): Audience {
  const { user_id: userId = "", is_admin: isAdmin = false } = rows[0] ?? {};
  const groupIds = new Set(rows.flatMap(({ group_id: id }) => (id === null ? [] : [id])));
  const actor = { isAdmin: readBoolean(isAdmin), ledGroupIds: [] };
  const seesAll = may(actor, "event.see_other_groups");
  return { userId, groupIds: seesAll ? null : groupIds, seesTurns: may(actor, "turns.see_all", null) };
}
