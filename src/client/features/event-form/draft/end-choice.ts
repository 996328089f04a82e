import { LATEST_END, type PlainTime } from "#domain/calendar/calendar.ts";
import type { EventDetails } from "#domain/planning/planning.ts";
import { eventCreationText } from "#text/event/event-form.ts";

/** An end as the form holds it: the hours of the next day are counted on, `25:00`. Sorts correctly as text. */
export type EndChoice = string;

type End = Pick<EventDetails, "endTime" | "endsNextDay">;

const MIDNIGHT = 24;

function withHours(time: PlainTime, more: number): string {
  return `${String(Number(time.slice(0, 2)) + more).padStart(2, "0")}${time.slice(2)}`;
}

function isNextDay(choice: EndChoice): boolean {
  return choice >= `${MIDNIGHT}:00`;
}

export function choiceOfEnd({ endTime = "", endsNextDay }: End): EndChoice {
  return endsNextDay ? withHours(endTime, MIDNIGHT) : endTime;
}

/** The end of a choice that may be empty. */
export function endOfChoice(choice: EndChoice): { readonly endTime: string; readonly endsNextDay: boolean } {
  return isNextDay(choice)
    ? { endTime: withHours(choice, -MIDNIGHT), endsNextDay: true }
    : { endTime: choice, endsNextDay: false };
}

/** « 23:30 », « 01:00 (lendemain) » */
export function choiceInWords(choice: EndChoice): string {
  return isNextDay(choice) ? `${withHours(choice, -MIDNIGHT)} ${eventCreationText.endsNextDay}` : choice;
}

/** The ends on the next day: every 30 minutes from midnight on. */
export const LATE_ENDS: readonly EndChoice[] = Array.from({ length: 12 }, (_, index) =>
  withHours(index % 2 === 0 ? "00:00" : "00:30", MIDNIGHT + Math.floor(index / 2)),
).filter((choice) => choice <= withHours(LATEST_END, MIDNIGHT));
