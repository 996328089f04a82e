import type { ExpressionBuilder } from "kysely";
import { type Answer, entriesOf } from "#domain/availability/availability.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { Service } from "#domain/people/services.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { entriesOfAbsences } from "#domain/planning/shown-absences.ts";
import { readPositions } from "../../api/user-record.ts";
import { type Compilable, compileOnce } from "../../database/compile-once.ts";
import type { Queryable } from "../../database/database.ts";
import { EVENT_COLUMN_NAMES, type EventRow, eventColumnsOf, storedEventOf } from "../../database/event-columns.ts";
import { jsonList } from "../../database/json-list.ts";
import type { Tables } from "../../database/schema.ts";
import { type Positioned, STATE_ID } from "../changes/write-change-log.ts";

/** Which events to read. They are sorted by date, time and id; deleted ones are left out. */
export interface EventChoice {
  readonly id?: string;
  /** When left out, events of all groups. */
  readonly groupId?: string | undefined;
  readonly seriesId?: string;
  readonly from?: PlainDate;
  readonly to?: PlainDate;
  readonly limit?: number;
}

/** Events by their ids. Deleted events are left out, unless `includesDeleted`. */
interface KnownChoice {
  readonly ids: readonly string[];
  readonly includesDeleted?: boolean;
  /** Reads only the answers and absences of this person; left out: of everybody. */
  readonly userId?: string;
}

interface AnsweredEventRow extends EventRow {
  /** A JSON array of `AnswerRow`. */
  readonly answers: string;
  /** A JSON array of `AbsentRow`: members who have an absence. There may be duplicates. */
  readonly absent: string;
}

type AnswerRow = [
  userId: string,
  userName: string,
  positions: string,
  status: Answer,
  comment: string | null,
  saidBy: string | null,
];

type AbsentRow = [id: string, firstName: string, lastName: string, positions: string];

/** SQL condition: neither the event nor its group is deleted. */
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

type AnyChoice = EventChoice & Partial<KnownChoice>;

function chosenEvents({ kysely }: Queryable, choice: AnyChoice) {
  const { id, ids, includesDeleted = false, groupId, seriesId, from, to, limit } = choice;
  let query = kysely.selectFrom("planning_event").select(EVENT_COLUMN_NAMES);
  if (!includesDeleted) query = query.where(isVisible);
  if (ids !== undefined) query = query.where("id", "in", ids);
  if (id !== undefined) query = query.where("id", "=", id);
  if (groupId !== undefined) query = query.where("group_id", "=", groupId);
  if (seriesId !== undefined) query = query.where("series_id", "=", seriesId);
  if (from !== undefined) query = query.where("date", ">=", from);
  if (to !== undefined) query = query.where("date", "<=", to);
  if (limit !== undefined) query = query.orderBy("date").orderBy("time").orderBy("id").limit(limit);
  return query;
}

type ServiceReader = (stored: string) => readonly Service[];

/** Caches parsed services: most members have the same ones at each event, so each stored text is parsed only once. */
function createServiceReader(): ServiceReader {
  const parsed = new Map<string, readonly Service[]>();
  return (stored) => {
    const services = parsed.get(stored) ?? readPositions(stored);
    parsed.set(stored, services);
    return services;
  };
}

function toPlannedEvent(row: AnsweredEventRow, servicesOf: ServiceReader): PlannedEvent {
  const answers = JSON.parse(row.answers) as AnswerRow[];
  const entries = answers.flatMap(([userId, userName, positions, status, comment, saidBy]) =>
    entriesOf(
      { userId, userName, positions: servicesOf(positions), comment: comment ?? "", saidBy: saidBy ?? "" },
      status,
    ),
  );
  const answeredIds = new Set(answers.map(([userId]) => userId));
  // A person's answer overrides their absence.
  const absentRows = (JSON.parse(row.absent) as AbsentRow[]).filter(([id]) => !answeredIds.has(id));
  const absentPeople = absentRows.map(([id, firstName, lastName, stored]) => {
    return { id, firstName, lastName, positions: servicesOf(stored) };
  });
  return { ...storedEventOf(row), availability: [...entries, ...entriesOfAbsences(absentPeople)] };
}

/** Whether a row contains an event: if no event matches, the query returns one row with only the position. */
function isEventRow(row: {
  readonly [Name in keyof AnsweredEventRow]: AnsweredEventRow[Name] | null;
}): row is AnsweredEventRow {
  return row.id !== null;
}

const ABSENT_COLUMNS = ["users.id", "users.first_name", "users.last_name", "users.positions"];

/** The chosen events in their order, each with the log position. If there are none, one row with only the position. */
function chosenWithPosition(queryable: Queryable, choice: AnyChoice) {
  return queryable.kysely
    .selectFrom("planning_state")
    .leftJoin(
      () => chosenEvents(queryable, choice).as("chosen"),
      (join) => join.onTrue(),
    )
    .select("position")
    .where("planning_state.id", "=", STATE_ID)
    .orderBy("date")
    .orderBy("time")
    .orderBy("chosen.id");
}

/** Reads events, answers, absences and position in one statement, so that they are consistent. */
function positionedEvents(queryable: Queryable, choice: AnyChoice) {
  const { userId } = choice;
  const { engine } = queryable;
  const answers = jsonList(
    engine,
    ["user_id", "user_name", "availability.positions", "status", "comment", "said_by"],
    ["place", "rank", "user_id"],
  );
  return chosenWithPosition(queryable, choice)
    .select(eventColumnsOf("chosen"))
    .select((eb) =>
      eb
        .selectFrom("availability")
        .select(answers.as("answers"))
        .whereRef("event_id", "=", "chosen.id")
        .where("status", "is not", null)
        .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
        .as("answers"),
    )
    .select((eb) =>
      eb
        .selectFrom("absence")
        .innerJoin("group_member", "group_member.user_id", "absence.user_id")
        .innerJoin("users", "users.id", "absence.user_id")
        .select(jsonList(engine, ABSENT_COLUMNS, ["users.id"]).as("absent"))
        .whereRef("group_member.group_id", "=", "chosen.group_id")
        .whereRef("absence.to_date", ">=", "chosen.date")
        .whereRef("absence.from_date", "<=", "chosen.date")
        .$if(userId !== undefined, (query) => query.where("absence.user_id", "=", userId ?? ""))
        .as("absent"),
    );
}

type PositionedRow = Awaited<ReturnType<ReturnType<typeof positionedEvents>["execute"]>>[number];

function plannedEventsOf(rows: readonly PositionedRow[]): Positioned<PlannedEvent[]> {
  const servicesOf = createServiceReader();
  return {
    position: rows[0]?.position ?? 0,
    value: rows.flatMap((row) => (isEventRow(row) ? [toPlannedEvent(row, servicesOf)] : [])),
  };
}

const CHOICE_FIELDS = ["id", "groupId", "seriesId", "from", "to", "limit"] as const satisfies (keyof EventChoice)[];

/** Compiles one query for each combination of fields that a choice sets: the values are parameters of the query. */
function compileByChoice<Row>(build: (queryable: Queryable, choice: EventChoice) => Compilable<Row>) {
  const compiled = new Map<string, ReturnType<typeof compileOnce<Readonly<Record<string, unknown>>, Row>>>();
  return async function run(queryable: Queryable, choice: EventChoice): Promise<readonly Row[]> {
    const setFields = CHOICE_FIELDS.filter((field) => choice[field] !== undefined);
    const key = setFields.join(" ");
    const select =
      compiled.get(key) ??
      compileOnce((kysely, placeholders, engine) => {
        const placeholderChoice = Object.fromEntries(setFields.map((field) => [field, placeholders[field]]));
        return build({ kysely, engine }, placeholderChoice);
      });
    compiled.set(key, select);
    return (await select(queryable, { ...choice })).rows;
  };
}

const selectEvents = compileByChoice(positionedEvents);

/** The chosen events with their answers and absences, and the position of the log. */
export async function readEvents(queryable: Queryable, choice: EventChoice): Promise<Positioned<PlannedEvent[]>> {
  return plannedEventsOf(await selectEvents(queryable, choice));
}

const selectIds = compileByChoice((queryable, choice) =>
  chosenWithPosition(queryable, choice).select(["chosen.id", "chosen.group_id"]),
);

/** Like `readEvents`, but only the ids of the events and their groups: reading these is much faster. */
export async function readEventIds(
  queryable: Queryable,
  choice: EventChoice,
): Promise<Positioned<Pick<PlannedEvent, "id" | "groupId">[]>> {
  const rows = await selectIds(queryable, choice);
  return {
    position: rows[0]?.position ?? 0,
    value: rows.flatMap(({ id, group_id: groupId }) => (id === null || groupId === null ? [] : [{ id, groupId }])),
  };
}

/** The events of `ids` that exist, in one query. */
export async function readKnownEvents(queryable: Queryable, choice: KnownChoice): Promise<PlannedEvent[]> {
  if (choice.ids.length === 0) return [];
  return plannedEventsOf(await positionedEvents(queryable, choice).execute()).value;
}

/** One event; `null` when it does not exist or is deleted. */
export async function readEvent(queryable: Queryable, id: string): Promise<PlannedEvent | null> {
  return (await readEvents(queryable, { id })).value[0] ?? null;
}
