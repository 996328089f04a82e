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
