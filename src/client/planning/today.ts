import { createContext, use, useSyncExternalStore } from "react";
import { LATEST_END, type PlainDate, type PlainTime } from "#domain/calendar/calendar.ts";
import { useClock } from "./sharing-hooks.ts";
import { DEVICE_CLOCK, type WallClock } from "./sharing.ts";

/** Midnight is on a quarter of an hour in every time zone. A browser pauses timers while the machine sleeps. */
const LOOK_EVERY_MS = 15 * 60 * 1000;

/** The date on this device at a moment. */
export const dateOf = DEVICE_CLOCK.dateAt;

/** The local time of this device at a moment. */
export function timeOf(moment: Date): PlainTime {
  return moment.toTimeString().slice(0, 5);
}

/** React compares the date before and after each call, so a look that finds the same day renders nothing. */
function subscribeToDays(onLook: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function look(): void {
    clearTimeout(timer);
    timer = setTimeout(look, LOOK_EVERY_MS - (Date.now() % LOOK_EVERY_MS));
    onLook();
  }
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

/** The team's date when the server rendered; `null` where the browser draws the page by itself. */
export const RenderedDay = createContext<PlainDate | null>(null);

/** What the planning's clock shows. React also calls the third function, while it hydrates a rendered screen. */
function useShown(shownBy: (clock: WallClock, moment: Date) => string): string {
  const rendered = use(RenderedDay);
  const clock = useClock();
  const shown = () => shownBy(clock, new Date());
  return useSyncExternalStore(subscribeToDays, shown, () => rendered ?? shown());
}

/**
 * Today where the planning lives: in the team's time zone, or on this device. Follows midnight, and a page that becomes
 * visible again.
 */
export function useToday(): PlainDate {
  return useShown((clock, moment) => clock.dateAt(moment));
}

/**
 * Today and, in the night, the time: until `LATEST_END` an event of the evening before may not be over. It changes every
 * quarter of an hour then, and stays for the rest of the day.
 */
export function useNow(): string {
  return useShown((clock, moment) => {
    const morning = `${clock.dateAt(moment)} ${LATEST_END}`;
    const shown = clock.shownAt(moment);
    return shown < morning ? shown : morning;
  });
}
