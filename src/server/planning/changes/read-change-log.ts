import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { Queryable } from "../../database/database.ts";
import { type LoggedChange, type LogState, type Positioned, STATE_ID } from "./change-log.ts";

export async function readState({ kysely }: Queryable): Promise<LogState> {
  const row = await kysely
    .selectFrom("planning_state")
    .select(["shared_at", "position"])
    .select((eb) =>
      eb
        .selectFrom("planning_change")
        .select(({ fn }) => fn.min("planning_change.position").as("oldest"))
        .as("oldest"),
    )
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  const { position, oldest } = row;
  return { isShared: row.shared_at !== null, position, resumableFrom: oldest === null ? position : oldest - 1 };
}

/** The position alone, for a response without a row. */
export async function readPosition({ kysely }: Queryable): Promise<Positioned<null>> {
  const query = kysely.selectFrom("planning_state").select("position").where("id", "=", STATE_ID);
  const { position } = await query.executeTakeFirstOrThrow();
  return { position, row: null };
}

/** Reads the position of the latest change, 0 before the first: made once, as each call asks for it before all else. */
export function createPositionReader({ kysely }: Queryable): () => Promise<number> {
  const query = kysely.selectFrom("planning_state").select("position").where("id", "=", STATE_ID).compile();
  return async () => {
    const { rows } = await kysely.executeQuery(query);
    const [state] = rows;
    if (state === undefined) throw new Error("the planning has no state");
    return state.position;
  };
}

/** Which group each change after position `after` was about, up to position `upTo`; one that the log no longer has is missing. */
export function readTouchedGroups(
  { kysely }: Queryable,
  after: number,
  upTo: number,
): Promise<Pick<LoggedChange, "position" | "groupId">[]> {
  return kysely
    .selectFrom("planning_change")
    .select(["position", "group_id as groupId"])
    .where("position", ">", after)
    .where("position", "<=", upTo)
    .orderBy("position")
    .execute();
}

/** At most `limit` changes after position `after`, in order. */
export async function readChanges({ kysely }: Queryable, after: number, limit: number): Promise<LoggedChange[]> {
  const rows = await kysely
    .selectFrom("planning_change")
    .select(["position", "change", "group_id"])
    .where("position", ">", after)
    .orderBy("position")
    .limit(limit)
    .execute();
  return rows.map(({ position, change, group_id }) => ({
    position,
    change: change === null ? null : PlanningChangeRow.parse(JSON.parse(change)),
    groupId: group_id,
  }));
}
