import { type PlainDate, sameDayLater } from "../calendar/calendar.ts";
import { isProgrammeLink, type Programme, titleKey } from "./programme.ts";

/** What was or will be played on one day. */
export interface DatedProgramme {
  readonly date: PlainDate;
  readonly programme: Programme;
}

/** A title that a group knows. Title, key and link are as they were written last. */
export interface KnownTitle {
  readonly title: string;
  readonly key?: string;
  readonly link?: string;
  /** At how many events it was played in the year before today. */
  readonly times: number;
  /** Left out: it is only planned. */
  readonly lastPlayed?: PlainDate;
}

const YEAR_MONTHS = 12;

/** Titles that were last played more months ago are not suggested. */
const SUGGESTED_MONTHS = 2 * YEAR_MONTHS;

/** The titles of these programmes. Spellings with the same `titleKey` are one title, which counts once at an event. */
export function repertoireOf(programmes: readonly DatedProgramme[], today: PlainDate): KnownTitle[] {
  const yearStart = sameDayLater(today, -YEAR_MONTHS);
  const titles = new Map<string, KnownTitle>();
  /** The `titleKey` of each spelling, cached because computing it is slow. */
  const keys = new Map<string, string>();
  for (const { date, programme } of programmes.toSorted((a, b) => compare(a.date, b.date))) {
    const isPlayed = date < today;
    const countedHere = new Set<string>();
    for (const { title, key, link } of programme) {
      const name = keys.get(title) ?? titleKey(title);
      keys.set(title, name);
      const { times = 0, ...known } = titles.get(name) ?? {};
      const isCounted = isPlayed && date >= yearStart && !countedHere.has(name);
      countedHere.add(name);
      titles.set(name, {
        ...known,
        title,
        ...(key !== undefined && { key }),
        ...(link !== undefined && isProgrammeLink(link) && { link }),
        ...(isPlayed && { lastPlayed: date }),
        times: times + (isCounted ? 1 : 0),
      });
    }
  }
  return [...titles.values()];
}

/** A title that was played. */
export type PlayedTitle = KnownTitle & Required<Pick<KnownTitle, "lastPlayed">>;

/** The titles that were played, as the repertoire lists them. */
export function playedTitles(titles: readonly KnownTitle[]): PlayedTitle[] {
  return titles.flatMap(({ lastPlayed, ...title }) => (lastPlayed === undefined ? [] : [{ ...title, lastPlayed }]));
}

/** A title to offer, and which part of it was typed. */
export interface Suggestion {
  readonly known: KnownTitle;
  /** Where the typed part begins and ends in the title. */
  readonly typed: readonly [start: number, end: number];
}

/** A title with its `titleKey`. */
export interface IndexedTitle {
  readonly known: KnownTitle;
  readonly key: string;
}

/** The titles to suggest from: those played most often first, then those played last. */
export function suggestible(titles: readonly KnownTitle[], today: PlainDate): IndexedTitle[] {
  const oldest = sameDayLater(today, -SUGGESTED_MONTHS);
  return titles
    .filter(({ lastPlayed }) => lastPlayed === undefined || lastPlayed >= oldest)
    .toSorted((a, b) => b.times - a.times || compare(b.lastPlayed, a.lastPlayed) || compare(a.title, b.title))
    .map((known) => ({ known, key: titleKey(known.title) }));
}

export function compare(a: string | number = "", b: string | number = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The titles that begin with what was typed, then those that contain it. */
export function suggestionsFor(typed: string, titles: readonly IndexedTitle[], most: number): Suggestion[] {
  const wanted = titleKey(typed);
  if (wanted === "") return [];
  const beginning: Suggestion[] = [];
  const containing: Suggestion[] = [];
  for (const { known, key } of titles) {
    const at = key.indexOf(wanted);
    if (at < 0) continue;
    const found = at === 0 ? beginning : containing;
    if (found.length < most) found.push({ known, typed: rangeInTitle(known.title, at, wanted.length) });
    if (beginning.length === most) break;
  }
  return [...beginning, ...containing].slice(0, most);
}

/** The range in `title` of a part of its `titleKey`: the part that begins at `at` and has `length` characters. */
function rangeInTitle(title: string, at: number, length: number): readonly [number, number] {
  let [start, end, keyIndex, index] = [0, title.length, 0, 0];
  for (const character of title) {
    const before = keyIndex;
    keyIndex += /[\p{P}\s]/u.test(character) ? 0 : titleKey(character).length;
    if (before <= at && keyIndex > at) start = index;
    index += character.length;
    if (keyIndex >= at + length) {
      end = index;
      break;
    }
  }
  return [start, end];
}
