import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { dayPage, monthPage, PAGES } from "#client/pages.ts";
import { useIsAtLeast } from "#client/ui/page/page-width.ts";
import { canShow, viewOf } from "#contract/calendar-view.ts";
import { isInMonth, monthKey, monthOf, type PlainDate, plainDate, type YearMonth } from "#domain/calendar/calendar.ts";

/** Whether the dashboard has its phone layout. There a tap chooses the whole day: its links are too small. */
export function useIsCompact(): boolean {
  return !useIsAtLeast("medium");
}

/** The day that gets the focus in a month where none is chosen: today, else the first with an event, else the first. */
export function startingDay(month: YearMonth, today: PlainDate, eventDays: Iterable<PlainDate>): PlainDate {
  if (isInMonth(today, month)) return today;
  const inMonth = [...eventDays].filter((date) => isInMonth(date, month)).toSorted();
  return inMonth[0] ?? plainDate(month.year, month.month, 1);
}

/** The month and day that the calendar shows. The address contains both, so that the back button restores them. */
export function useCalendar(today: PlainDate, eventDays: Iterable<PlainDate>) {
  const [, navigate] = useLocation();
  const view = viewOf(new URLSearchParams(useSearch()), today);
  const [focused, setFocused] = useState<PlainDate | null>(null);
  const isFocusedShown = focused !== null && isInMonth(focused, view.month);

  function goTo(address: string, day: PlainDate | null): void {
    setFocused(day);
    navigate(address, { replace: true });
  }

  return {
    month: view.month,
    /** The day with the keyboard focus, always in the month. */
    day: isFocusedShown ? focused : (view.day ?? startingDay(view.month, today, eventDays)),
    /** The day whose events a phone lists under the month; `null` until one is chosen. */
    chosen: view.day,
    showMonth: (month: YearMonth) => goTo(monthPage(monthKey(month)), null),
    showToday: () => goTo(PAGES.home, null),
    choose: (day: PlainDate) => goTo(dayPage(day), day),
    /** Removes the choice; the keyboard focus stays. */
    unselectDay: () => goTo(monthPage(monthKey(view.month)), view.day),
    /** Moves the focus to a day. Within the month the address stays, because a held arrow key moves many times. */
    moveTo: (day: PlainDate) => {
      if (isInMonth(day, view.month)) setFocused(day);
      else if (canShow(monthOf(day))) goTo(monthPage(monthKey(monthOf(day))), day);
    },
  };
}

export type Calendar = ReturnType<typeof useCalendar>;
