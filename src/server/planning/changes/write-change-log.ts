import type { Insertable } from "kysely";
import { personOf } from "#contract/planning/change-kinds.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";

export interface LogEntry {
  /**
   * `null`: many rows changed at once (a publication), or the change would store people's names here (a restoration).
   * Clients reload everything then.
   */
  readonly change: PlanningChange | null;
  /** The group of the change; `null`: all groups. */
  readonly groupId: string | null;
}

export interface LoggedChange extends LogEntry {
  /** 1, 2, 3…, in the order in which changes were committed. */
  readonly position: number;
}

export interface PlanningState {
  readonly isShared: boolean;
  /** The position of the latest change; 0 before the first. */
  readonly position: number;
}

/** A value read from the database, with a log position: it contains all changes up to `position`, perhaps later ones. */
export interface Positioned<Value> {
  readonly position: number;
  readonly value: Value;
}

export interface LogState extends PlanningState {
  /** The earliest position after which the log is still complete. */
  readonly resumableFrom: number;
}

/** The state is the one row of its table. */
export const STATE_ID = 1;

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

const selectPosition = compileOnce((kysely) =>
  kysely.selectFrom("planning_state").select("position").where("id", "=", STATE_ID),
);

/** The position of the latest change, 0 before the first. */
export async function readPosition(queryable: Queryable): Promise<number> {
  const [state] = (await selectPosition(queryable, {})).rows;
  if (state === undefined) throw new Error("the planning has no state");
  return state.position;
}

/** Which group and event a change can affect. */
export interface ChangeScope extends Pick<LoggedChange, "position" | "groupId"> {
  /** The only event that it affects; `null`: perhaps several, or none. */
  readonly eventId: string | null;
}

function loggedChange(stored: string | null): PlanningChange | null {
  return stored === null ? null : PlanningChangeRow.parse(JSON.parse(stored));
}

const selectScopes = compileOnce((kysely, { after, upTo }: { after: number; upTo: number }) =>
  kysely
    .selectFrom("planning_change")
    .select(["position", "group_id", "change"])
    .where("position", ">", after)
    .where("position", "<=", upTo)
    .orderBy("position"),
);

/** The event of a change that affects only one event; else `null`. */
export function onlyEventOf(change: PlanningChange): string | null {
  return "eventId" in change && !("seriesId" in change) ? change.eventId : null;
}

/** The scopes of the changes after position `after`, up to position `upTo`. Changes pruned from the log are missing. */
export async function readChangeScopes(queryable: Queryable, after: number, upTo: number): Promise<ChangeScope[]> {
  const { rows } = await selectScopes(queryable, { after, upTo });
  return rows.map(({ position, group_id: groupId, change: stored }) => {
    const change = loggedChange(stored);
    return { position, groupId, eventId: change === null ? null : onlyEventOf(change) };
  });
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
    change: loggedChange(change),
    groupId: group_id,
  }));
}

/**
 * The id of the user who deleted a group or event; `null` for other changes, and once the group, event or user is gone.
 * The log itself does not store this id, so nothing has to be erased from it when that user is deleted.
 */
export async function readDeleter({ kysely }: Queryable, change: PlanningChange | null): Promise<string | null> {
  const isOfGroup = change?.type === "group.deleted";
  if (!isOfGroup && change?.type !== "event.deleted" && change?.type !== "series.deleted") return null;
  const table = isOfGroup ? "planning_group" : "planning_event";
  const row = await kysely
    .selectFrom(table)
    .innerJoin("users", "users.id", "deleted_by")
    .select("users.id")
    .where(`${table}.id`, "=", isOfGroup ? change.groupId : change.eventId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** If the log must forget this change once its person is deleted: that person's id, else `null`. Stored with the change. */
function forgettablePersonOf(change: PlanningChange): string | null {
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

const insertChange = compileOnce((kysely, row: Insertable<Tables["planning_change"]>) =>
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
    user_id: change && forgettablePersonOf(change),
    accepted_at: acceptedAt,
  }));
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return;
  // Usually there is one row. Its statement is compiled only once.
  if (rows.length === 1) await insertChange(queryable, first);
  else await queryable.kysely.insertInto("planning_change").values(rows).execute();
  await updatePosition(queryable, { position: last.position });
}

/** Deletes the changes accepted before `time`, except the latest `keptCount` ones. */
export async function pruneLog(queryable: Queryable, time: Date, keptCount: number): Promise<void> {
  const { kysely } = queryable;
  const position = await readPosition(queryable);
  const firstSince = await kysely
    .selectFrom("planning_change")
    .select("position")
    .where("accepted_at", ">=", time)
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
  const firstKept = Math.min(firstSince?.position ?? Infinity, position - keptCount + 1);
  await kysely.deleteFrom("planning_change").where("position", "<", firstKept).execute();
}
