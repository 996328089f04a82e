import { PlanningChangeRow } from "#contract/planning-change.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { Queryable } from "../database/database.ts";
import { holdRows } from "../database/row-lock.ts";

/** What the log keeps of one accepted change. */
export interface LogEntry {
  /** `null`: rows came that no single change describes (a publication), or whose names must not stay here (a restoration). */
  readonly change: PlanningChange | null;
  /** The group that it is about; `null`: about all. */
  readonly groupId: string | null;
}

export interface LoggedChange extends LogEntry {
  /** 1, 2, 3…, in the order in which changes were committed. */
  readonly position: number;
}

export interface PlanningState {
  readonly isShared: boolean;
  /** Of the latest change; 0 before the first. */
  readonly position: number;
}

/** A row, or rows, and the position of the latest change in them. */
export interface Positioned<Row> {
  readonly position: number;
  readonly row: Row;
}

export interface LogState extends PlanningState {
  /** The earliest position after which every change is still known. */
  readonly resumableFrom: number;
}

/** The state is the one row of its table. */
export const STATE_ID = 1;

/** Whose name `change` holds. */
function namedPerson(change: PlanningChange | null): string | null {
  if (change?.type === "availability.set" || change?.type === "person.changed") return change.person.id;
  return null;
}

/** The state of the planning, which nobody else can change until this transaction ends: positions commit in order. */
export async function holdState({ kysely, engine }: Queryable): Promise<PlanningState> {
  const query = kysely.selectFrom("planning_state").select(["shared_at", "position"]).where("id", "=", STATE_ID);
  const row = await holdRows(engine, query).executeTakeFirstOrThrow();
  return { isShared: row.shared_at !== null, position: row.position };
}

/** Writes the next entry of the log, inside a transaction that holds the state. */
export async function appendChange(
  { kysely }: Queryable,
  { position, change, groupId }: LoggedChange,
  acceptedAt: Date,
): Promise<void> {
  const row = {
    position,
    change: change && JSON.stringify(change),
    group_id: groupId,
    user_id: namedPerson(change),
    accepted_at: acceptedAt,
  };
  await kysely.insertInto("planning_change").values(row).execute();
  await kysely.updateTable("planning_state").set({ position }).where("id", "=", STATE_ID).execute();
}

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

/** What an answer without a row tells: the position alone. */
export async function readPosition({ kysely }: Queryable): Promise<Positioned<null>> {
  const query = kysely.selectFrom("planning_state").select("position").where("id", "=", STATE_ID);
  const { position } = await query.executeTakeFirstOrThrow();
  return { position, row: null };
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

/** Forgets the changes before the first that was accepted since `time`, but never one of the latest `kept`. */
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
