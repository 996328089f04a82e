import type { Programme, ProgrammeItem } from "#domain/programme/programme.ts";

/** One title in the editor, as it is typed. */
export interface ProgrammeRow extends Readonly<Record<keyof ProgrammeItem, string>> {
  readonly id: number;
  /** Whether the editor added it by itself: left empty, it is no title. */
  readonly isOffered: boolean;
}

/** More rows than an editor ever has. */
let lastId = 0;

export function newRow(item: Partial<ProgrammeItem> = {}, isOffered = false): ProgrammeRow {
  lastId += 1;
  return { title: "", key: "", link: "", note: "", ...item, id: lastId, isOffered };
}

export function rowsOf(programme: Programme): ProgrammeRow[] {
  return programme.map((item) => newRow(item));
}

function isEmpty({ title, key, link, note }: ProgrammeRow): boolean {
  return [title, key, link, note].every((text) => text.trim() === "");
}

/** The rows in which something is typed. */
export function filledRows(rows: readonly ProgrammeRow[]): ProgrammeRow[] {
  return rows.filter((row) => !isEmpty(row));
}

/** The rows that are saved. */
export function savedRows(rows: readonly ProgrammeRow[]): ProgrammeRow[] {
  return rows.filter((row) => !(row.isOffered && isEmpty(row)));
}

/** The rows with one of them at another place. */
export function movedRows(rows: readonly ProgrammeRow[], from: number, to: number): readonly ProgrammeRow[] {
  const row = rows[from];
  if (row === undefined || to < 0 || to >= rows.length || from === to) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}
