import { createContext, use, useSyncExternalStore } from "react";
import { LATEST_END, type PlainDate, type PlainTime } from "#domain/calendar/calendar.ts";
import { useClock } from "./sharing-hooks.ts";
import { DEVICE_CLOCK, type WallClock } from "./sharing.ts";

/**
 * The clock is read at every full quarter of an hour, because midnight is at such a moment in every time zone. A single timer
 * until midnight would be late, because timers pause while the machine sleeps.
 */
const CHECK_EVERY_MS = 15 * 60 * 1000;

/** The date on this device at a moment. */
export const dateOf = DEVICE_CLOCK.dateAt;

/** The local time of this device at a moment. */
export function timeOf(moment: Date): PlainTime {
  return moment.toTimeString().slice(0, 5);
}

/** Calls `onCheck` every quarter of an hour and when the page's visibility changes. React then reads the clock again. */
function subscribeToChecks(onCheck: () => void): () => void {
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

/**
 * The value that `read` gets from the planning's clock. Components render again only when it changes.
 * @param ofRenderedDay the value on a page that the server renders; React must get the same one while it hydrates the page
 */
function useClockValue(
  read: (clock: WallClock, moment: Date) => string,
  ofRenderedDay: (day: PlainDate) => string,
): string {
  const rendered = use(RenderedDay);
  const clock = useClock();
  const readNow = () => read(clock, new Date());
  return useSyncExternalStore(subscribeToChecks, readNow, () =>
    rendered === null ? readNow() : ofRenderedDay(rendered),
  );
}

/** Today in the team's time zone, or on this device for a planning of its own. Changes at midnight. */
export function useToday(): PlainDate {
  return useClockValue(
    (clock, moment) => clock.dateAt(moment),
    (day) => day,
  );
}

/** The moment at which every event of the evening before is over. */
function latestEndOn(day: PlainDate): string {
  return `${day} ${LATEST_END}`;
}

/**
 * Date and time for `isPast`, such as `2026-11-28 01:30`. From 05:30 (`LATEST_END`) until midnight, the time stays 05:30,
 * because no event becomes past in between: components do not render every quarter of an hour. A page that the server renders
 * always has 05:30.
 */
export function useNow(): string {
  return useClockValue((clock, moment) => {
    const now = clock.shownAt(moment);
    const latestEnd = latestEndOn(clock.dateAt(moment));
    return now < latestEnd ? now : latestEnd;
  }, latestEndOn);
}
