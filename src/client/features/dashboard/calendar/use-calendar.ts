import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { isInMonth, monthOf, type PlainDate, type YearMonth } from "#domain/calendar.ts";
import { addressOfDay, addressOfMonth, canShow, readView, startingDay } from "./calendar-view.ts";

export interface Calendar {
  readonly month: YearMonth;
  /** The day that the keyboard stands on; on the phone, the one whose events are listed. Always in the month. */
  readonly day: PlainDate;
  readonly showMonth: (month: YearMonth) => void;
  readonly showToday: () => void;
  /** Chooses a day, and remembers it in the address. */
  readonly choose: (day: PlainDate) => void;
  /** Goes to a day without writing each step of a held arrow key into the address. */
  readonly moveTo: (day: PlainDate) => void;
}

/** The month and the day that the calendar shows: kept in the address, so that coming back finds them again. */
export function useCalendar(today: PlainDate, eventDays: Iterable<PlainDate>): Calendar {
  const [, navigate] = useLocation();
  const view = readView(useSearch(), today);
  const [reached, setReached] = useState<PlainDate | null>(null);
  const isReachedShown = reached !== null && isInMonth(reached, view.month);

  function goTo(address: string, day: PlainDate | null): void {
    setReached(day);
    navigate(address, { replace: true });
  }

  return {
    month: view.month,
    day: isReachedShown ? reached : (view.day ?? startingDay(view.month, today, eventDays)),
    showMonth: (month) => goTo(addressOfMonth(month), null),
    showToday: () => goTo("/", null),
    choose: (day) => goTo(addressOfDay(day), day),
    moveTo: (day) => {
      if (isInMonth(day, view.month)) setReached(day);
      else if (canShow(monthOf(day))) goTo(addressOfMonth(monthOf(day)), day);
    },
  };
}
