import { createContext, use, useCallback, useSyncExternalStore } from "react";
import { addDays, type PlainDate, type PlainTime } from "#domain/calendar/calendar.ts";
import { momentOf, type TimeZone, wallTimeAt } from "#domain/calendar/time-zone.ts";
import { DEVICE_ZONE } from "./local/device-zone.ts";
import { useTimeZone } from "./sharing-hooks.ts";

/**
 * Browsers pause timers while the machine sleeps. Checking at least once an hour limits how late midnight is noticed.
 */
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** The date of a zone at `now`, by default on this device. */
export function dateOf(now: Date, zone: TimeZone = DEVICE_ZONE): PlainDate {
  return wallTimeAt(now.getTime(), zone).date;
}

/** The local time of this device at `now`. */
export function timeOf(now: Date): PlainTime {
  return wallTimeAt(now.getTime(), DEVICE_ZONE).time;
}

/** Milliseconds from `now` to the zone's next midnight, at least one. */
export function untilMidnight(now: Date, zone: TimeZone = DEVICE_ZONE): number {
  const midnight = momentOf({ date: addDays(dateOf(now, zone), 1), time: "00:00" }, zone);
  return Math.max(1, midnight - now.getTime());
}

/** React compares the date before and after each call, so an hourly check that finds the same day renders nothing. */
function subscribeToDays(zone: TimeZone, onLook: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    clearTimeout(timer);
    timer = setTimeout(look, Math.min(untilMidnight(new Date(), zone), LONGEST_WAIT_MS));
    onLook();
  }
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** The team's date where the server renders; `null` on a device, which has a clock of its own. */
export const RenderedDay = createContext<PlainDate | null>(null);

/**
 * Today where the planning lives: in the team's time zone, or on this device. Follows midnight, and a page that becomes
 * visible again.
 */
export function useToday(): PlainDate {
  const rendered = use(RenderedDay);
  const zone = useTimeZone();
  const subscribe = useCallback((onLook: () => void) => subscribeToDays(zone, onLook), [zone]);
  const today = () => dateOf(new Date(), zone);
  // The browser asks the third one, too, while it takes a rendered screen over.
  return useSyncExternalStore(subscribe, today, () => rendered ?? today());
}
