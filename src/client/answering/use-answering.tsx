import { useState } from "react";
import type { RefusalCode, Submit } from "#contract/planning/submit.ts";
import { type Answer, givenAnswerOf, isInAbsence } from "#domain/availability/availability.ts";
import type { Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { actionText } from "#text/phrases/actions.ts";
import { answerNoted } from "#text/event/event.ts";
import { useToast } from "../ui/overlays/toast.tsx";
import { AnswerSign } from "../music/signs/answer-sign.tsx";

export interface Answering {
  /** The person's current answer to the event. */
  readonly answer: Answer | null;
  /** Whether they did not answer, and are absent because of an absence. */
  readonly isInAbsence: boolean;
  /** Why the latest answer was not saved; `null` if it was. */
  readonly refusal: RefusalCode | null;
  /** Saves the answer and offers to undo it. Giving the same answer again does nothing. */
  readonly give: (answer: Answer | null) => void;
}

/** The signed-in person's own answer to one event, for every place where it can be given. */
export function useAnswering(event: PlannedEvent, person: Person, submit: Submit): Answering {
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const answer = givenAnswerOf(event.availability, person.id);

  async function save(given: Answer | null): Promise<boolean> {
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer: given });
    setRefusal(outcome.status === "refused" ? outcome.code : null);
    return outcome.status !== "refused";
  }

  function toastFor(given: Answer | null) {
    return {
      message: answerNoted(given, event.date),
      icon: <AnswerSign answer={given} isFull={false} className="" />,
    };
  }

  async function undo(): Promise<void> {
    if (await save(answer)) showToast(toastFor(answer));
  }

  async function saveAndNotify(given: Answer | null): Promise<void> {
    if (!(await save(given))) return;
    showToast({ ...toastFor(given), actionLabel: actionText.cancel, onAction: () => void undo() });
  }

  return {
    answer,
    isInAbsence: isInAbsence(event.availability, person.id),
    refusal,
    give: (given) => {
      if (given !== answer) void saveAndNotify(given);
    },
  };
}
