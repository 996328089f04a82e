import type { Insertable } from "kysely";
import { personOf } from "#contract/planning/change-kinds.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { PlanningChangesTable } from "../../database/schema.ts";
import { type LoggedChange, type PlanningState, STATE_ID } from "./read-change-log.ts";

/** The person with whom the log must forget `change`. */
function forgottenWith(change: PlanningChange): string | null {
  const person = personOf(change);
  return person?.isForgotten === true ? person.id : null;
}

const selectStateLocked = compileOnce((kysely, _given, engine) =>
  lockRows(engine, kysely.selectFrom("planning_state").select(["shared_at", "position"]).where("id", "=", STATE_ID)),
);

/** Reads and locks the state of the planning until this transaction ends, so that positions are committed in order. */
export async function lockState(queryable: Queryable): Promise<PlanningState> {
  const [row] = (await selectStateLocked(queryable, {})).rows;
  if (row === undefined) throw new Error("the planning has no state");
  return { isShared: row.shared_at !== null, position: row.position };
}

const insertChange = compileOnce((kysely, row: Insertable<PlanningChangesTable>) =>
  kysely.insertInto("planning_change").values({
    position: row.position,
    change: row.change,
    group_id: row.group_id,
    user_id: row.user_id,
    accepted_at: row.accepted_at,
  }),
);

const updatePosition = compileOnce((kysely, { position }: { position: number }) =>
  kysely.updateTable("planning_state").set({ position }).where("id", "=", STATE_ID),
);

/** Appends entries to the log. The transaction must hold the lock of the state. */
export async function appendChanges(
  queryable: Queryable,
  changes: readonly LoggedChange[],
  acceptedAt: Date,
): Promise<void> {
  const rows = changes.map(({ position, change, groupId }) => ({
    position,
    change: change && JSON.stringify(change),
    group_id: groupId,
    user_id: change && forgottenWith(change),
    accepted_at: acceptedAt,
  }));
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return;
  // Nearly always one: that statement is compiled once.
  if (rows.length === 1) await insertChange(queryable, first);
  else await queryable.kysely.insertInto("planning_change").values(rows).execute();
  await updatePosition(queryable, { position: last.position });
}

/** Deletes the changes accepted before `time`, but keeps the latest `kept` changes. */
export async function pruneLog({ kysely }: Queryable, time: Date, kept: number): Promise<void> {
  const { position } = await kysely
    .selectFrom("planning_state")
    .select("position")
    .where("id", "=", STATE_ID)
    .executeTakeFirstOrThrow();
  const young = await kysely
    .selectFrom("planning_change")
    .select("position")
    .where("accepted_at", ">=", time)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const first = Math.min(young?.position ?? Infinity, position - kept + 1);
  await kysely.deleteFrom("planning_change").where("position", "<", first).execute();
}
