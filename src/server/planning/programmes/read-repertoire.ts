import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { Programme } from "#domain/programme/programme.ts";
import { playedTitles, repertoireOf } from "#domain/programme/repertoire.ts";
import type { Queryable } from "../../database/database.ts";
import type { Positioned } from "../changes/change-log.ts";
import { isVisible } from "../events/read-events.ts";
import { readGroup } from "../groups/read-groups.ts";
import { found } from "../planning-answer.ts";

/** What a group played before `today`. @throws Refusal `group.not_found` */
export async function readRepertoire(
  queryable: Queryable,
  groupId: string,
  today: PlainDate,
): Promise<Positioned<ReturnType<typeof playedTitles>>> {
  const { position } = found(await readGroup(queryable, groupId), "group.not_found");
  const rows = await queryable.kysely
    .selectFrom("planning_event")
    .select(["date", "programme"])
    .where("group_id", "=", groupId)
    .where("date", "<", today)
    .where("programme", "is not", null)
    .where(isVisible)
    .execute();
  const programmes = rows.map(({ date, programme }) => ({
    date,
    programme: JSON.parse(programme ?? "[]") as Programme,
  }));
  return { position, row: playedTitles(repertoireOf(programmes, today)) };
}
