import { ListChecks } from "lucide-react";
import { answerableEvents } from "#domain/availability/month-answers.ts";
import type { PlainDate, YearMonth } from "#domain/calendar/calendar.ts";
import { useGroupEvents } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { monthAnswersText } from "#text/dashboard/month-answers.ts";
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

/** What can be done with the month shown: answer all of it, as long as something in it is still to come. */
export function MonthActions({ onAnswer, ...shown }: MonthActionsProps) {
  if (useAnswerableEvents(shown).length === 0) return null;
  return (
    <Button icon={<ListChecks />} size="compact" className="max-sm:grow" onClick={onAnswer}>
      {monthAnswersText.open}
    </Button>
  );
}

/** Separate from its button, which has another place on a phone: turning a phone must not lose a draft. */
export function MonthAnswers({ onClose, ...shown }: MonthAnswersProps) {
  return <MonthAnswersDialog month={shown.month} events={useAnswerableEvents(shown)} onClose={onClose} />;
}
