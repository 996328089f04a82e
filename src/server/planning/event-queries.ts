import type { ExpressionBuilder } from "kysely";
import { entriesOf } from "#domain/availability.ts";
import type { PlainDate, PlainTime } from "#domain/calendar.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { readPositions } from "../auth/user-record.ts";
import type { Queryable } from "../database/database.ts";
import { jsonList } from "../database/json-list.ts";
import type { AvailabilityTable, Tables } from "../database/schema.ts";
import { type Positioned, STATE_ID } from "./change-log-queries.ts";

/** Which events, by date, then time, then id; what is deleted is never among them. */
export interface EventChoice {
  readonly id?: string;
  /** Left out: all groups. */
  readonly groupId?: string | undefined;
  readonly from?: PlainDate;
  readonly to?: PlainDate;
  readonly limit?: number;
}

interface EventRow {
  readonly id: string;
  readonly group_id: string;
  readonly name: string;
  readonly date: PlainDate;
  readonly time: PlainTime;
  readonly location: string;
  /** A JSON array of `[user_id, user_name, positions, status]`. */
  readonly answers: string;
}

type AnswerRow = [
  AvailabilityTable["user_id"],
  AvailabilityTable["user_name"],
  AvailabilityTable["positions"],
  NonNullable<AvailabilityTable["status"]>,
];

/** Whether an event is there to be seen: the events of a deleted group went with it. */
export function isVisible(eb: ExpressionBuilder<Tables, "planning_event">) {
  return eb.and([
    eb("planning_event.deleted_at", "is", null),
    eb.exists(
      eb
        .selectFrom("planning_group")
        .select("planning_group.id")
        .whereRef("planning_group.id", "=", "planning_event.group_id")
        .where("planning_group.deleted_at", "is", null),
    ),
  ]);
}

function chosenEvents({ kysely }: Queryable, { id, groupId, from, to, limit }: EventChoice) {
  let query = kysely
    .selectFrom("planning_event")
    .select(["id", "group_id", "name", "date", "time", "location"])
    .where(isVisible);
  if (id !== undefined) query = query.where("id", "=", id);
  if (groupId !== undefined) query = query.where("group_id", "=", groupId);
  if (from !== undefined) query = query.where("date", ">=", from);
  if (to !== undefined) query = query.where("date", "<=", to);
  if (limit !== undefined) query = query.orderBy("date").orderBy("time").orderBy("id").limit(limit);
  return query;
}

function toPlannedEvent(row: EventRow): PlannedEvent {
  const answers = JSON.parse(row.answers) as AnswerRow[];
  return {
    id: row.id,
    groupId: row.group_id,
    name: row.name,
    date: row.date,
    time: row.time,
    location: row.location,
    availability: answers.flatMap(([userId, userName, positions, status]) =>
      entriesOf({ userId, userName, positions: readPositions(positions) }, status),
    ),
  };
}

/** Where nothing was chosen, the state stands alone. */
function isEventRow(row: { readonly [Name in keyof EventRow]: EventRow[Name] | null }): row is EventRow {
  return row.id !== null;
}

/** One statement, so that events, answers and position are of one moment. */
export async function readEvents(queryable: Queryable, choice: EventChoice): Promise<Positioned<PlannedEvent[]>> {
  const { kysely, engine } = queryable;
  const answers = jsonList(engine, ["user_id", "user_name", "availability.positions", "status"], ["place", "rank"]);
  const rows = await kysely
    .selectFrom("planning_state")
    .leftJoin(
      () => chosenEvents(queryable, choice).as("chosen"),
      (join) => join.onTrue(),
    )
    .select(["position", "chosen.id", "group_id", "name", "date", "time", "location"])
    .select((eb) =>
      eb
        .selectFrom("availability")
        .select(answers.as("answers"))
        .whereRef("event_id", "=", "chosen.id")
        .where("status", "is not", null)
        .as("answers"),
    )
    .where("planning_state.id", "=", STATE_ID)
    .orderBy("date")
    .orderBy("time")
    .orderBy("chosen.id")
    .execute();
  return {
    position: rows[0]?.position ?? 0,
    row: rows.flatMap((row) => (isEventRow(row) ? [toPlannedEvent(row)] : [])),
  };
}

/** One event, or `null` where there is none to be seen. */
export async function readEvent(queryable: Queryable, id: string): Promise<Positioned<PlannedEvent | null>> {
  const { position, row } = await readEvents(queryable, { id });
  return { position, row: row[0] ?? null };
}
