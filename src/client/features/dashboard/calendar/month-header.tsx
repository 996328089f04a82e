import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { canShow } from "#contract/calendar-view.ts";
import { addMonths, dayOfMonth, type PlainDate } from "#domain/calendar/calendar.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { monthTitle } from "#text/phrases/dates.ts";
import type { Calendar } from "./use-calendar.ts";

interface MonthHeaderProps {
  readonly id: string;
  readonly calendar: Calendar;
  readonly today: PlainDate;
  readonly isCompact: boolean;
  /** What can be done with the month; beside its name on a wide screen. */
  readonly actions: ReactNode;
}

interface TodayButtonProps extends Pick<MonthHeaderProps, "today" | "isCompact"> {
  readonly onPress: () => void;
}

const STEP_CLASS = "w-[38px]! sm:w-11! sm:border-[1.5px] sm:border-line sm:bg-surface";

/** On a phone only an icon is visible: a calendar sheet with today's number. */
function TodayButton({ today, isCompact, onPress }: TodayButtonProps) {
  if (!isCompact)
    return (
      <Button className="border-line" onClick={onPress}>
        {dashboardText.today}
      </Button>
    );
  // The number is part of the icon; the button's accessible name is its text.
  const icon = (
    <span className="relative flex items-center justify-center" aria-hidden="true">
      <CalendarIcon className="size-[22px]" />
      <span
        data-number={dayOfMonth(today)}
        className="absolute top-[9px] bg-bg text-[9px]/[10px] font-bold after:content-[attr(data-number)]"
      />
    </span>
  );
  return <IconButton label={dashboardText.today} icon={icon} className={STEP_CLASS} onClick={onPress} />;
}

/** The back button, the month, and the buttons to other months. */
export function MonthHeader({ id, calendar, today, isCompact, actions }: MonthHeaderProps) {
  const [, navigate] = useLocation();
  const [previous, next] = [addMonths(calendar.month, -1), addMonths(calendar.month, 1)];
  return (
    <div className="-mt-3.5 -mr-2 mb-1 flex min-h-13 flex-wrap items-center sm:-mt-1.5 sm:mr-0 sm:gap-x-2">
      <BackButton label={actionText.back} isCompact onClick={() => navigate(PAGES.groupChoice)} />
      <h1 id={id} aria-live="polite" className="ml-1.5 min-w-0 grow basis-32 font-title text-month sm:ml-4">
        {monthTitle(calendar.month)}
      </h1>
      <div className="ml-auto flex flex-none items-center sm:gap-2">
        {actions}
        <TodayButton today={today} isCompact={isCompact} onPress={calendar.showToday} />
        <IconButton
          label={dashboardText.previousMonth}
          icon={<ChevronLeft className="size-[22px] sm:size-[18px]" />}
          className={STEP_CLASS}
          disabled={!canShow(previous)}
          onClick={() => calendar.showMonth(previous)}
        />
        <IconButton
          label={dashboardText.nextMonth}
          icon={<ChevronRight className="size-[22px] sm:size-[18px]" />}
          className={STEP_CLASS}
          disabled={!canShow(next)}
          onClick={() => calendar.showMonth(next)}
        />
      </div>
    </div>
  );
}
