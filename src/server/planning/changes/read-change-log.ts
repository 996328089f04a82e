import type { ErrorCode } from "#contract/errors.ts";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import { compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
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

/** What was found. @throws Refusal `code` when that is nothing */
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

/** The event that a change is about, where it leaves all others as they are; else `null`. */
export function onlyEventOf(change: PlanningChange): string | null {
  return "eventId" in change && !("seriesId" in change) ? change.eventId : null;
}

/** What each change after position `after`, up to position `upTo`, was about; one that the log no longer has is missing. */
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
