import type { PlainTime } from "./calendar.ts";

/** Start times offered (specification §5): every 30 minutes from 06:00 to 22:30. */
export const TIME_SLOTS: readonly PlainTime[] = Array.from({ length: 34 }, (_, index) => {
  const minutes = 6 * 60 + index * 30;
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
});

function padded(value: number): string {
  return String(value).padStart(2, "0");
}

export function isTimeSlot(text: string): boolean {
  return TIME_SLOTS.includes(text);
}
