import { createContext, use, useSyncExternalStore } from "react";
import { LATEST_END, type PlainDate, type PlainTime } from "#domain/calendar/calendar.ts";
import { useClock } from "./sharing-hooks.ts";
import { DEVICE_CLOCK, type WallClock } from "./sharing.ts";

/**
 * Compare the time each quarter of an hour: midnight is on one in every time zone. One timer until midnight would be late,
 * because timers pause while the machine sleeps.
 */
const CHECK_EVERY_MS = 15 * 60 * 1000;

/** The date on this device at a moment. */
export const dateOf = DEVICE_CLOCK.dateAt;

/** The local time of this device at a moment. */
export function timeOf(moment: Date): PlainTime {
  return moment.toTimeString().slice(0, 5);
}

/** React reads the date at each call, and renders only if it is another one. */
function subscribeToDays(onCheck: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check(): void {
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_EVERY_MS - (Date.now() % CHECK_EVERY_MS));
    onCheck();
  }
  check();
  document.addEventListener("visibilitychange", check);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", check);
  };
}

/** The team's date when the server rendered the page; `null` if only the browser renders it. */
export const RenderedDay = createContext<PlainDate | null>(null);

/** Reads the planning's clock. While React hydrates a page, it must get the same value as the server had. */
function useClockValue(read: (clock: WallClock, moment: Date) => string): string {
  const rendered = use(RenderedDay);
  const clock = useClock();
  const readNow = () => read(clock, new Date());
  return useSyncExternalStore(subscribeToDays, readNow, () => rendered ?? readNow());
}

/** Today in the team's time zone, or on this device for a planning of its own. Changes at midnight. */
export function useToday(): PlainDate {
  return useClockValue((clock, moment) => clock.dateAt(moment));
}

/**
 * Date and time, such as `2026-11-28 01:30`. An event of the evening before may last until `LATEST_END`. After that the
 * value stays for the rest of the day, so that components do not render every quarter of an hour.
 */
export function useNow(): string {
  return useClockValue((clock, moment) => {
    const latestEnd = `${clock.dateAt(moment)} ${LATEST_END}`;
    const now = clock.shownAt(moment);
    return now < latestEnd ? now : latestEnd;
  });
}
