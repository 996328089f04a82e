import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import type { Writing } from "../shared-planning.ts";
import type { Planning } from "#domain/planning/planning.ts";
import type { Queryable } from "../../database/database.ts";
import { type Positioned, STATE_ID } from "../changes/change-log.ts";

/** How many times a month a person wants to play at most; `null`: no limit. */
export async function readWish({ kysely }: Queryable, userId: string): Promise<Positioned<number | null>> {
  const { position, plays_at_most: row } = await kysely
    .selectFrom("planning_state")
    .leftJoin("users", (join) => join.on("users.id", "=", userId))
    .select(["position", "plays_at_most"])
    .where("planning_state.id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  return { position, row };
}

/** The wishes of all who have one. */
export async function readWishes({ kysely }: Queryable): Promise<Planning["wishes"]> {
  const rows = await kysely
    .selectFrom("users")
    .select(["id", "plays_at_most"])
    .where("plays_at_most", "is not", null)
    .execute();
  return Object.fromEntries(rows.flatMap(({ id, plays_at_most: most }) => (most === null ? [] : [[id, most]])));
}

/** The same wish again changes nothing. */
export async function setWish(writing: Writing, change: ChangeOf<"person.wish_set">): Promise<WrittenChange | null> {
  const { userId, most } = change;
  if ((await readWish(writing, userId)).row === most) return null;
  await writing.kysely.updateTable("users").set({ plays_at_most: most }).where("id", "=", userId).execute();
  return { entry: { change, groupId: null }, act: null };
}
