import { ChevronLeft, ChevronRight } from "lucide-react";
import { canShow } from "#contract/calendar-view.ts";
import { addMonths, type YearMonth } from "#domain/calendar/calendar.ts";
import { MONTH_STEP_WORDS } from "#text/phrases/dates.ts";
import { IconButton } from "../ui/buttons/icon-button.tsx";

interface MonthStepsProps {
  readonly month: YearMonth;
  readonly onShow: (month: YearMonth) => void;
  readonly className: string;
  readonly iconClass?: string;
}

/** The buttons to the month before and the month after. */
export function MonthSteps({ month, onShow, className, iconClass }: MonthStepsProps) {
  const steps = [
    { to: addMonths(month, -1), label: MONTH_STEP_WORDS.previous, Icon: ChevronLeft },
    { to: addMonths(month, 1), label: MONTH_STEP_WORDS.next, Icon: ChevronRight },
  ];
  return steps.map(({ to, label, Icon }) => (
    <IconButton
      key={label}
      label={label}
      icon={<Icon className={iconClass} />}
      className={className}
      disabled={!canShow(to)}
      onClick={() => onShow(to)}
    />
  ));
}
