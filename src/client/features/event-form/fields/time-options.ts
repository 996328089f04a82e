import type { PlainTime } from "#domain/calendar/calendar.ts";

/** The times to choose from, in order; one that is set stays among them, even if it is no longer offered. */
export function timeOptions(
  offered: readonly PlainTime[],
  chosen: string,
  inWords = (time: PlainTime): string => time,
) {
  const times = chosen === "" || offered.includes(chosen) ? offered : [...offered, chosen].toSorted();
  return times.map((time) => ({ value: time, label: inWords(time) }));
}
