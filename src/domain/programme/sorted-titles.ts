import { titleKey } from "./programme.ts";
import { compare, type PlayedTitle } from "./repertoire.ts";

/** The columns of a repertoire, in their order. */
export const TITLE_COLUMNS = ["title", "key", "times", "lastPlayed"] as const;

export type TitleColumn = (typeof TITLE_COLUMNS)[number];

/** How a repertoire is sorted. */
export interface TitleOrder {
  readonly column: TitleColumn;
  readonly isDescending: boolean;
}

export const BY_TITLE: TitleOrder = { column: "title", isDescending: false };

/** The titles that were not played for the longest time come first. */
export const TO_REDISCOVER: TitleOrder = { column: "lastPlayed", isDescending: false };

export function isSameOrder(a: TitleOrder, b: TitleOrder): boolean {
  return a.column === b.column && a.isDescending === b.isDescending;
}

/** The order after a press on the head of a column: the more useful direction first, then the other. */
export function orderAfterPress(column: TitleColumn, now: TitleOrder): TitleOrder {
  const first = { column, isDescending: column === "times" || column === "lastPlayed" };
  return isSameOrder(now, first) ? { column, isDescending: !first.isDescending } : first;
}

/**
 * The titles that contain what was typed, sorted by the column, then by title. Sorted by key (tonality), titles without
 * one come last in both directions.
 */
export function sortedTitles(
  titles: readonly PlayedTitle[],
  { column, isDescending }: TitleOrder,
  typed: string,
): PlayedTitle[] {
  const wanted = titleKey(typed);
  const sign = isDescending ? -1 : 1;
  return titles
    .map((known) => ({ known, folded: titleKey(known.title) }))
    .filter(({ folded }) => folded.includes(wanted))
    .toSorted(({ known: a, folded: aTitle }, { known: b, folded: bTitle }) => {
      if (column === "title") return sign * compare(aTitle, bTitle);
      if (column === "key" && (a.key === undefined) !== (b.key === undefined)) return a.key === undefined ? 1 : -1;
      return sign * compare(a[column], b[column]) || compare(aTitle, bTitle);
    })
    .map(({ known }) => known);
}
