import { useState } from "react";
import { useAlsoPresent } from "#client/line-up/use-play-questions.ts";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import type { Answer, GivenNote } from "#domain/availability/availability.ts";
import type { Person } from "#domain/people/people.ts";
import type { MonthAnswer } from "#domain/planning/answers/month-answers.ts";
import { answersSaved, monthAnswersText } from "#text/dashboard/month-answers.ts";
import { actionText } from "#text/phrases/actions.ts";

/** How many answers the server refused, and the reason of the first refusal. */
export interface NotSaved {
  readonly count: number;
  readonly code: RefusalCode;
}

/** A row of the month, and the person whose answer it is: the user, or somebody entrusted to them. */
export interface PersonAnswer extends MonthAnswer {
  readonly person: Person;
  readonly isOwn: boolean;
}

interface AnswerWithNote extends GivenNote {
  readonly answer: Answer | null;
}

/** The answer before the change, with its comment. */
function formerAnswer({ event, saved, person }: PersonAnswer): AnswerWithNote {
  const comment = event.availability.find(({ userId }) => userId === person.id)?.comment;
  return { answer: saved, ...(comment !== undefined && { comment }) };
}

/** Saves several answers of the user, and of people entrusted to them, at once. Offers to undo all of them. */
export function useAnswersSaving() {
  const { id } = useUser();
  const submit = useSubmit();
  const showToast = useToast();
  const alsoPresent = useAlsoPresent();
  const [isPending, setIsPending] = useState(false);
  const [notSaved, setNotSaved] = useState<NotSaved | null>(null);

  /** Saves the answer that `answerFor` returns for each row. Resolves with the refusals; `null` if there are none. */
  async function submitAnswers(
    rows: readonly PersonAnswer[],
    answerFor: (row: PersonAnswer) => AnswerWithNote,
  ): Promise<NotSaved | null> {
    const outcomes = await Promise.all(
      rows.map((row) =>
        submit({
          type: "availability.set",
          eventId: row.event.id,
          person: row.person,
          ...(!row.isOwn && { saidBy: id }),
          ...answerFor(row),
        }),
      ),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === "refused");
    const [first] = refusals;
    return first === undefined ? null : { count: refusals.length, code: first.code };
  }

  async function undo(rows: readonly PersonAnswer[]): Promise<void> {
    if ((await submitAnswers(rows, formerAnswer)) === null) {
      showToast({ message: monthAnswersText.restored });
    } else {
      showToast({
        message: monthAnswersText.notRestored,
        isFailure: true,
        actionLabel: actionText.retry,
        onAction: () => void undo(rows),
      });
    }
  }

  return {
    isPending,
    /** `null` if the latest save succeeded. */
    notSaved,
    /** Saves the shown answers. Resolves with `true` if all were saved. */
    save: async (rows: readonly PersonAnswer[]): Promise<boolean> => {
      setIsPending(true);
      const refused = await submitAnswers(rows, ({ shown }) => ({ answer: shown }));
      setIsPending(false);
      setNotSaved(refused);
      if (refused !== null) return false;
      const present = rows.filter(({ isOwn, shown }) => isOwn && shown === "present").map(({ event }) => event);
      showToast({
        message: answersSaved(rows.length),
        more: alsoPresent(present, id),
        // Outlined, in the colour of the toast.
        icon: <AnswerSign answer="present" isFull={false} className="" />,
        actionLabel: actionText.cancel,
        onAction: () => void undo(rows),
      });
      return true;
    },
  };
}
