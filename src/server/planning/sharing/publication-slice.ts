import { EVENT_COLUMN_NAMES, type EventColumn } from "../../database/event-columns.ts";

const EVENT_TEXTS = Object.fromEntries(EVENT_COLUMN_NAMES.map((column) => [column, "text"])) as Readonly<
  Record<EventColumn, "text">
>;

/** The columns of each kind of row that a publication brings, with the types that both engines have. */
export const SLICE_COLUMNS = {
  groups: { id: "text", name: "text", place: "integer", combinable_pairs: "text", required_roles: "text" },
  events: EVENT_TEXTS,
  answers: {
    event_id: "text",
    user_id: "text",
    user_name: "text",
    positions: "text",
    status: "text",
    comment: "text",
    said_by: "text",
    rank: "integer",
  },
} as const;

export type SliceKind = keyof typeof SLICE_COLUMNS;

type ColumnValue = { readonly text: string | null; readonly integer: number };

/** One row of a kind, by its columns. */
export type SliceRow<Kind extends SliceKind> = {
  readonly [Name in keyof (typeof SLICE_COLUMNS)[Kind]]: (typeof SLICE_COLUMNS)[Kind][Name] extends keyof ColumnValue
    ? ColumnValue[(typeof SLICE_COLUMNS)[Kind][Name]]
    : never;
};

/** Rows for one statement, as one JSON array of objects: few enough to be written in some milliseconds. */
export interface PublicationSlice {
  readonly kind: SliceKind;
  readonly rows: string;
}

/** A validated publication, ready to be written. */
export interface PreparedPublication {
  /** Hash of the content. */
  readonly hash: string;
  /** Groups first, then events, then answers. */
  readonly slices: readonly PublicationSlice[];
}
