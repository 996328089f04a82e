import {
  EVENT_DETAIL_FIELDS,
  type EventDetailField,
  type EventDetails,
  type PlannedEvent,
} from "#domain/planning/planning.ts";

/** An event as one row of `planning_event`. Its answers are rows of another table. */
export type StoredEvent = Omit<PlannedEvent, "availability">;

/**
 * The column of each field of an event, in table order. All reads and writes of events use this map. For a new field,
 * add its column here (the compiler asks for it) and in a migration, nullable if the field is optional.
 */
export const EVENT_COLUMNS = {
  id: "id",
  groupId: "group_id",
  name: "name",
  date: "date",
  time: "time",
  location: "location",
  endTime: "end_time",
  endsNextDay: "ends_next_day",
  details: "details",
  seriesId: "series_id",
  requiredRoles: "required_roles",
  lineUp: "line_up",
  programme: "programme",
  programmeVersion: "programme_version",
  programmeTold: "programme_told",
} as const satisfies Readonly<Record<keyof StoredEvent, string>>;

type EventField = keyof typeof EVENT_COLUMNS;
/** The fields whose value has this type. */
type FieldOf<Value> = {
  [Field in EventField]-?: NonNullable<StoredEvent[Field]> extends Value ? Field : never;
}[EventField];
type NumberField = FieldOf<number>;
type JsonField = Exclude<EventField, FieldOf<string> | NumberField>;
type DetailField = EventField & EventDetailField;
type ColumnOf<Field extends EventField> = (typeof EVENT_COLUMNS)[Field];
export type EventColumn = ColumnOf<EventField>;

/** An event's own columns: `null` where an optional field is not set. Dates and times have no time zone. */
export type EventRow = {
  [Field in EventField as ColumnOf<Field>]: Field extends JsonField
    ? string | null
    : undefined extends StoredEvent[Field]
      ? NonNullable<StoredEvent[Field]> | null
      : StoredEvent[Field];
};
type DetailRow = Pick<EventRow, ColumnOf<DetailField>>;

/** The fields that are stored as JSON. Records rather than arrays, so that the compiler reports a missing field. */
const JSON_FIELDS: Readonly<Record<JsonField, true>> = {
  endsNextDay: true,
  requiredRoles: true,
  lineUp: true,
  programme: true,
};
const NUMBER_FIELDS: Readonly<Record<NumberField, true>> = { programmeVersion: true, programmeTold: true };
const EVENT_FIELDS = Object.keys(EVENT_COLUMNS) as readonly EventField[];
export const EVENT_COLUMN_NAMES: readonly EventColumn[] = Object.values(EVENT_COLUMNS);
/** The type of each column, for `jsonRows`. */
export const EVENT_COLUMN_TYPES = Object.fromEntries(
  EVENT_FIELDS.map((field) => [EVENT_COLUMNS[field], field in NUMBER_FIELDS ? "integer" : "text"]),
) as Readonly<Record<EventColumn, "text" | "integer">>;
const DETAIL_FIELDS = EVENT_DETAIL_FIELDS as readonly DetailField[];
const DETAIL_COLUMN_NAMES = DETAIL_FIELDS.map((field) => EVENT_COLUMNS[field]);

/** All columns of an event, for a query that names their table `table`. */
export function eventColumnsOf<Table extends string>(table: Table): `${Table}.${EventColumn}`[] {
  return EVENT_COLUMN_NAMES.map((column) => `${table}.${column}` as const);
}

/** The columns of an event's details, for a query that names their table `table`. */
export function detailColumnsOf<Table extends string>(table: Table): `${Table}.${ColumnOf<DetailField>}`[] {
  return DETAIL_COLUMN_NAMES.map((column) => `${table}.${column}` as const);
}

export function isJsonField(field: EventField): field is JsonField {
  return field in JSON_FIELDS;
}

/** The row of an event. Fields that are not set are `null`. */
export function eventRowOf(event: StoredEvent): EventRow {
  const values = EVENT_FIELDS.map((field) => {
    const value = event[field] ?? null;
    return [EVENT_COLUMNS[field], isJsonField(field) && value !== null ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(values) as EventRow;
}

/** Reads fields from a row. A field that is `null` in the row is absent in the result. */
function fieldsOf(row: Partial<EventRow>, fields: readonly EventField[]): object {
  const values: Partial<Record<EventField, unknown>> = {};
  for (const field of fields) {
    const value = row[EVENT_COLUMNS[field]] ?? null;
    if (value === null) continue;
    values[field] = isJsonField(field) && typeof value === "string" ? JSON.parse(value) : value;
  }
  return values;
}

/** The event of a row, without its answers. */
export function storedEventOf(row: EventRow): StoredEvent {
  return fieldsOf(row, EVENT_FIELDS) as StoredEvent;
}

/** Reads an event's details from a row, for instance of `detailColumnsOf`. Columns of optional details may be missing. */
export function storedDetailsOf(
  row: Pick<DetailRow, "date" | "time" | "name" | "location"> & Partial<DetailRow>,
): EventDetails {
  return fieldsOf(row, DETAIL_FIELDS) as EventDetails;
}
