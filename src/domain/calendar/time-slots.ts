import type { PlainTime } from "./calendar.ts";

/** Start times offered (specification §5): every 30 minutes from 06:00 to 22:30. */
export const TIME_SLOTS: readonly PlainTime[] = Array.from({ length: 34 }, (_, index) => slot(index));

/** The latest end offered is two slots after the latest start: 23:30. */
const END_SLOTS: readonly PlainTime[] = Array.from({ length: 35 }, (_, index) => slot(index + 1));

/** The end times offered for a start: every 30 minutes after it, to 23:30. All of them for an empty start. */
export function endTimes(start: string): readonly PlainTime[] {
  return END_SLOTS.filter((time) => time > start);
}

function slot(index: number): PlainTime {
  const minutes = 6 * 60 + index * 30;
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

function padded(value: number): string {
  return String(value).padStart(2, "0");
}

export function isTimeSlot(text: string): boolean {
  return TIME_SLOTS.includes(text);
}
