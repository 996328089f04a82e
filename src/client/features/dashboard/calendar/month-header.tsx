import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from "lucide-react";
import { useLocation } from "wouter";
import { addMonths, dayOfMonth, type PlainDate } from "#domain/calendar.ts";
import { BackButton } from "#client/ui/back-button.tsx";
import { Button } from "#client/ui/button.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { actionText } from "#text/actions.ts";
import { dashboardText } from "#text/dashboard.ts";
import { monthTitle } from "#text/dates.ts";
import { canShow } from "./calendar-view.ts";
import type { Calendar } from "./use-calendar.ts";

interface MonthHeaderProps {
  readonly id: string;
  readonly calendar: Calendar;
  readonly today: PlainDate;
  readonly isCompact: boolean;
}

interface TodayButtonProps extends Pick<MonthHeaderProps, "today" | "isCompact"> {
  readonly onPress: () => void;
}

const STEP_CLASS = "w-[38px]! sm:w-11! sm:border-[1.5px] sm:border-line sm:bg-surface";

/** On the phone a small calendar sheet with today's number, its word hidden. */
function TodayButton({ today, isCompact, onPress }: TodayButtonProps) {
  if (!isCompact)
    return (
      <Button className="border-line" onClick={onPress}>
        {dashboardText.today}
      </Button>
    );
  const icon = (
    <span className="relative flex items-center justify-center" aria-hidden="true">
      <CalendarIcon className="size-[22px]" />
      <span className="absolute top-[9px] bg-bg text-[9px]/[10px] font-bold">{dayOfMonth(today)}</span>
    </span>
  );
  return <IconButton label={dashboardText.today} icon={icon} className={STEP_CLASS} onClick={onPress} />;
}

/** The way back, the month, and the ways to another one. */
export function MonthHeader({ id, calendar, today, isCompact }: MonthHeaderProps) {
  const [, navigate] = useLocation();
  const [previous, next] = [addMonths(calendar.month, -1), addMonths(calendar.month, 1)];
  return (
    <div className="-mt-3.5 -mr-2 mb-1 flex min-h-13 items-center sm:-mt-1.5 sm:mr-0 sm:gap-2">
      <BackButton label={actionText.back} isCompact onClick={() => navigate("/select-group")} />
      <h1 id={id} aria-live="polite" className="ml-1.5 min-w-0 grow font-title text-month sm:ml-4">
        {monthTitle(calendar.month)}
      </h1>
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
  );
}
