import type { PublicationSlice, SliceKind, SliceRow } from "./publication-slice.ts";

/** Rows per statement, which then takes a few milliseconds. */
const ROWS = 500;

/** Collects rows of one kind, and emits them as slices. */
export interface SliceWriter<Kind extends SliceKind> {
  readonly add: (row: SliceRow<Kind>) => void;
  /** Emits the remaining rows. */
  readonly end: () => void;
}

export function createSliceWriter<Kind extends SliceKind>(
  kind: Kind,
  emit: (slice: PublicationSlice) => void,
): SliceWriter<Kind> {
  let rows: SliceRow<Kind>[] = [];
  function end(): void {
    if (rows.length > 0) emit({ kind, rows: JSON.stringify(rows) });
    rows = [];
  }
  return {
    add(row) {
      rows.push(row);
      if (rows.length === ROWS) end();
    },
    end,
  };
}
