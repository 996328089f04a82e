import type { PlainTime } from "./calendar.ts";

/** Every 30 minutes of a day. */
export const HALF_HOURS: readonly PlainTime[] = Array.from({ length: 24 }, (_, hour) =>
  ["00", "30"].map((minutes) => `${String(hour).padStart(2, "0")}:${minutes}`),
).flat();

/** Start times offered (specification §5): every 30 minutes from 06:00 to 22:30. */
export const TIME_SLOTS = HALF_HOURS.filter((time) => time >= "06:00" && time <= "22:30");

/** The end times offered for a start: every 30 minutes after it, to 23:30. For an empty start: from 06:30. */
export function endTimes(start: string): readonly PlainTime[] {
  return HALF_HOURS.filter((time) => time >= "06:30" && time > start);
}

export function isTimeSlot(text: string): boolean {
  return TIME_SLOTS.includes(text);
}
