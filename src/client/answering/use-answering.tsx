import { useState } from "react";
import type { RefusalCode, Submit } from "#contract/planning/submit.ts";
import { type Answer, type GivenNote, givenAnswerOf, isInAbsence } from "#domain/availability/availability.ts";
import type { Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { answerNoted } from "#text/event/event.ts";
import { actionText } from "#text/phrases/actions.ts";
import { AnswerSign } from "../music/signs/answer-sign.tsx";
import { useToast } from "../ui/overlays/toast.tsx";

export interface Answering {
  readonly answer: Answer | null;
  readonly isInAbsence: boolean;
  /** Why the latest answer was not saved; `null` if it was. */
  readonly refusal: RefusalCode | null;
  /**
   * Saves the answer and offers to undo it; resolves when it is saved, or refused. Giving the same answer again does
   * nothing.
   */
  readonly give: (answer: Answer | null) => Promise<void>;
}

/** In the name of whom an answer is given, if not the person's own. */
interface InTheNameOf {
  readonly saidBy: string;
  /** The buttons may be gone by then. */
  readonly onRefused: (code: RefusalCode) => void;
  readonly noted: (answer: Answer | null) => string;
}

interface How {
  readonly by?: InTheNameOf;
  /** Says at which other events the person is present at the time of these. */
  readonly alsoPresent?: (events: readonly PlannedEvent[], userId: string) => Promise<string>;
}

/** One person's answer to one event, for every place where it can be given. By default they answer themselves. */
export function useAnswering(event: PlannedEvent, person: Person, submit: Submit, { by, alsoPresent }: How): Answering {
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const former = event.availability.find(({ userId }) => userId === person.id);
  const answer = givenAnswerOf(event.availability, person.id);

  async function save(given: Answer | null, note: GivenNote): Promise<boolean> {
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer: given, ...note });
    setRefusal(outcome.status === "refused" ? outcome.code : null);
    if (outcome.status === "refused") by?.onRefused(outcome.code);
    return outcome.status !== "refused";
  }

  function toastFor(given: Answer | null) {
    return {
      message: by ? by.noted(given) : answerNoted(given, event.date),
      icon: <AnswerSign answer={given} isFull={false} className="" />,
    };
  }

  const author: GivenNote = by ? { saidBy: by.saidBy } : {};

  /** The answer of before comes back with its word. */
  async function undo(): Promise<void> {
    const note = former?.comment === undefined ? author : { ...author, comment: former.comment };
    if (await save(answer, note)) showToast(toastFor(answer));
  }

  // What the person said themselves cannot come back in somebody else's name.
  const isUndoable = !by || former === undefined || former.saidBy === by.saidBy;

  async function saveAndNotify(given: Answer | null): Promise<void> {
    if (!(await save(given, author))) return;
    showToast({
      ...toastFor(given),
      ...(given === "present" && { more: alsoPresent?.([event], person.id) }),
      ...(isUndoable && { actionLabel: actionText.cancel, onAction: () => void undo() }),
    });
  }

  /** An answer that somebody gave for the person becomes their own when they give it themselves. */
  const isConfirmable = !by && former?.saidBy !== undefined;

  return {
    answer,
    isInAbsence: isInAbsence(event.availability, person.id),
    refusal,
    async give(given) {
      if (given !== answer || isConfirmable) await saveAndNotify(given);
    },
  };
}
