import { createContext, use, useSyncExternalStore } from "react";
import { type PlainDate, plainDate, type PlainTime } from "#domain/calendar/calendar.ts";

/**
 * Browsers pause timers while the machine sleeps. Checking at least once an hour limits how late midnight is noticed.
 */
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** The local date of this device at `now`. */
export function dateOf(now: Date): PlainDate {
  return plainDate(now.getFullYear(), now.getMonth() + 1, now.getDate());
}

/** The local time of this device at `now`. */
export function timeOf(now: Date): PlainTime {
  return [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Milliseconds from `now` to the next local midnight, at least one. */
export function untilMidnight(now: Date): number {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.max(1, midnight.getTime() - now.getTime());
}

function currentDate(): PlainDate {
  return dateOf(new Date());
}

/** React compares the date before and after each call, so an hourly check that finds the same day renders nothing. */
function subscribeToDays(onLook: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    clearTimeout(timer);
    timer = setTimeout(look, Math.min(untilMidnight(new Date()), LONGEST_WAIT_MS));
    onLook();
  }
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** The reader's date where the server renders; `null` on a device, which has a calendar of its own. */
export const RenderedDay = createContext<PlainDate | null>(null);

/** Today on this device; follows midnight, and a page that becomes visible again. */
export function useToday(): PlainDate {
  const rendered = use(RenderedDay);
  // The browser asks the third one, too, while it takes a rendered screen over.
  return useSyncExternalStore(subscribeToDays, currentDate, () => rendered ?? currentDate());
}
