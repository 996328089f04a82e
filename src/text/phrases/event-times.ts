import type { EventDetails } from "../../domain/planning/planning.ts";
import { longDate, longDateTime } from "./dates.ts";

type EventTimes = Pick<EventDetails, "date" | "time" | "endTime" | "endsNextDay">;

/** « mardi 24 novembre 2026 à 19:30, jusqu'à 21:00 »; « vendredi 27 novembre 2026 de 21:00 à 01:00 » past midnight */
export function fromStartToEnd({ date, time, endTime, endsNextDay }: EventTimes): string {
  if (endTime === undefined) return longDateTime(date, time);
  return endsNextDay ? `${longDate(date)} de ${time} à ${endTime}` : `${longDateTime(date, time)}, jusqu'à ${endTime}`;
}
