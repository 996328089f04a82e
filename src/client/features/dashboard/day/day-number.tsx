import { dayOfMonth, type PlainDate } from "#domain/calendar/calendar.ts";
import { fullDate } from "#text/phrases/dates.ts";
import type { DayKind } from "./day-content.ts";

const KIND_CLASS: Readonly<Record<DayKind, string>> = {
  neighbour: "font-normal text-ink-3",
  past: "font-normal text-ink-2",
  today: "number-of-today",
  coming: "",
};

/** The day's number; the rest of the date is for screen readers. */
export function DayNumber({ date, kind }: { readonly date: PlainDate; readonly kind: DayKind }) {
  const number = String(dayOfMonth(date));
  return (
    <span className={`inline-flex min-h-[22px] min-w-6 items-center justify-center text-control ${KIND_CLASS[kind]}`}>
      {number}
      <span className="sr-only">{fullDate(date).slice(number.length)}</span>
    </span>
  );
}
