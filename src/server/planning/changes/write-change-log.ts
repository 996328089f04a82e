import type { Insertable } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";
import { personOf } from "#contract/planning/change-kinds.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { lockRows } from "../../database/row-lock.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";

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

/** One or more rows, with the log position at which they were read. */
export interface Positioned<Row> {
  readonly position: number;
  readonly row: Row;
}

/** @throws Refusal `code` when the row does not exist */
export function found<Row>({ position, row }: Positioned<Row | null>, code: ErrorCode): Positioned<Row> {
  if (row === null) throw new Refusal(code);
  return { position, row };
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

/** The position of the latest change, 0 before the first, for a response without a row. */
export async function readPosition(queryable: Queryable): Promise<Positioned<null>> {
  const [state] = (await selectPosition(queryable, {})).rows;
  if (state === undefined) throw new Error("the planning has no state");
  return { position: state.position, row: null };
}

/** What a change is about. */
export interface Touched extends Pick<LoggedChange, "position" | "groupId"> {
  /** The only event that it affects; `null`: perhaps several, or none. */
  readonly eventId: string | null;
}

function loggedChange(stored: string | null): PlanningChange | null {
  return stored === null ? null : PlanningChangeRow.parse(JSON.parse(stored));
}

const selectTouched = compileOnce((kysely, { after, upTo }: { after: number; upTo: number }) =>
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

/** What the changes after position `after`, up to position `upTo`, were about. Changes pruned from the log are missing. */
export async function readTouched(queryable: Queryable, after: number, upTo: number): Promise<Touched[]> {
  const { rows } = await selectTouched(queryable, { after, upTo });
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

/** Who deleted these groups or events, by their ids. Those that are not in the trash, or whose deleter is gone, are missing. */
async function readDeleters(
  { kysely }: Queryable,
  table: "planning_group" | "planning_event",
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await kysely
    .selectFrom(table)
    .innerJoin("users", "users.id", "deleted_by")
    .select([`${table}.id`, "users.id as deleter"])
    .where(`${table}.id`, "in", ids)
    .where("deleted_at", "is not", null)
    .execute();
  return new Map(rows.map(({ id, deleter }) => [id, deleter]));
}

export interface AuthoredChange extends LoggedChange {
  /** The id of the user who deleted the group or event, if it is in the trash. `null` for other changes. */
  readonly by: string | null;
}

function deletedIn({ change }: LoggedChange): { readonly groupId?: string; readonly eventId?: string } {
  const isDeletion =
    change?.type === "group.deleted" || change?.type === "event.deleted" || change?.type === "series.deleted";
  return isDeletion ? change : {};
}

/**
 * Adds to each deletion the user who made it. The log itself does not store these users, so it needs no erasing when one
 * of them is deleted.
 */
export async function withDeleters(
  queryable: Queryable,
  changes: readonly LoggedChange[],
): Promise<readonly AuthoredChange[]> {
  const deletions = changes.map(deletedIn);
  const groups = await readDeleters(
    queryable,
    "planning_group",
    deletions.flatMap(({ groupId }) => groupId ?? []),
  );
  const events = await readDeleters(
    queryable,
    "planning_event",
    deletions.flatMap(({ eventId }) => eventId ?? []),
  );
  return changes.map((logged, index) => {
    const { groupId, eventId } = deletions[index] ?? {};
    return { ...logged, by: groups.get(groupId ?? "") ?? events.get(eventId ?? "") ?? null };
  });
}

/** The person whose deletion must remove `change` from the log. */
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
    user_id: change && forgottenWith(change),
    accepted_at: acceptedAt,
  }));
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return;
  // Usually there is one row: that statement is compiled once for all calls.
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
