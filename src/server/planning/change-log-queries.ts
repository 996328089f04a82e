import { PlanningChangeRow } from "#contract/planning-change.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import type { Connection, Engine } from "../database/database.ts";
import { holdRows } from "../database/row-lock.ts";

/** What the log keeps of one accepted change. */
export interface LogEntry {
  /** `null`: rows came that no single change describes (a publication). */
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

export interface LogState extends PlanningState {
  /** The earliest position after which every change is still known. */
  readonly resumableFrom: number;
}

const THE_ROW = 1;

/** Whose name `change` holds. */
function namedPerson(change: PlanningChange | null): string | null {
  if (change?.type === "availability.set" || change?.type === "person.changed") return change.person.id;
  return null;
}

/** The state of the planning, which nobody else can change until this transaction ends: positions commit in order. */
export async function holdState(connection: Connection, engine: Engine): Promise<PlanningState> {
  const query = connection.selectFrom("planning_state").select(["shared_at", "position"]).where("id", "=", THE_ROW);
  const row = await holdRows(engine, query).executeTakeFirstOrThrow();
  return { isShared: row.shared_at !== null, position: row.position };
}

/** Writes the next entry of the log, inside a transaction that holds the state. */
export async function appendChange(
  connection: Connection,
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
  await connection.insertInto("planning_change").values(row).execute();
  await connection.updateTable("planning_state").set({ position }).where("id", "=", THE_ROW).execute();
}

export async function readState({ kysely }: { readonly kysely: Connection }): Promise<LogState> {
  const row = await kysely
    .selectFrom("planning_state")
    .select(["shared_at", "position"])
    .select((eb) =>
      eb
        .selectFrom("planning_change")
        .select(({ fn }) => fn.min("planning_change.position").as("oldest"))
        .as("oldest"),
    )
    .where("id", "=", THE_ROW)
    .executeTakeFirstOrThrow();
  const { position, oldest } = row;
  return { isShared: row.shared_at !== null, position, resumableFrom: oldest === null ? position : oldest - 1 };
}

/** At most `limit` changes after position `after`, in order. */
export async function readChanges(
  { kysely }: { readonly kysely: Connection },
  after: number,
  limit: number,
): Promise<LoggedChange[]> {
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
