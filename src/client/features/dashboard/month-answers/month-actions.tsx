import { ListChecks, Table2 } from "lucide-react";
import { Link } from "wouter";
import { answerableEvents } from "#domain/planning/answers/month-answers.ts";
import { monthKey, type PlainDate, type YearMonth } from "#domain/calendar/calendar.ts";
import { useGroupEvents } from "#client/planning/planning-hooks.ts";
import { gridPage } from "#client/pages.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { monthAnswersText } from "#text/dashboard/month-answers.ts";
import { gridText } from "#text/grid/grid.ts";
import { MonthAnswersDialog } from "./month-answers-dialog.tsx";

interface ShownMonth {
  readonly month: YearMonth;
  readonly today: PlainDate;
  readonly groupId: string;
}

interface MonthActionsProps extends ShownMonth {
  readonly onAnswer: () => void;
}

interface MonthAnswersProps extends ShownMonth {
  readonly onClose: () => void;
}

function useAnswerableEvents({ month, today, groupId }: ShownMonth) {
  return answerableEvents(useGroupEvents(groupId), month, today);
}

/** Answers all of the month shown, as long as something in it is still to come, or shows it as a grid. */
export function MonthActions({ onAnswer, ...shown }: MonthActionsProps) {
  const hasOpen = useAnswerableEvents(shown).length > 0;
  return (
    <>
      {hasOpen ? (
        <Button icon={<ListChecks />} size="compact" className="max-sm:grow" onClick={onAnswer}>
          {monthAnswersText.open}
        </Button>
      ) : null}
      <Link
        href={gridPage(monthKey(shown.month))}
        className={`print:hidden ${buttonClass({ variant: "quiet", size: "compact" })}`}
      >
        <Table2 />
        {gridText.title}
      </Link>
    </>
  );
}

/** Separate from its button, which has another place on a phone: turning a phone must not lose a draft. */
export function MonthAnswers({ onClose, ...shown }: MonthAnswersProps) {
  return (
    <MonthAnswersDialog
      month={shown.month}
      groupId={shown.groupId}
      events={useAnswerableEvents(shown)}
      onClose={onClose}
    />
  );
}
