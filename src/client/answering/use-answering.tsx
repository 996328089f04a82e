import { useState } from "react";
import { type Answer, answerOf } from "#domain/availability.ts";
import type { Person } from "#domain/people.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { actionText } from "#text/actions.ts";
import type { sentenceOf } from "#text/errors.ts";
import { answerNoted } from "#text/event.ts";
import { useToast } from "../ui/toast.tsx";
import { AnswerSign } from "./answer-sign.tsx";

type RefusalCode = Parameters<typeof sentenceOf>[0];
type Submit = (
  change: PlanningChange,
) => Promise<{ readonly status: "done" | "kept" } | { readonly status: "refused"; readonly code: RefusalCode }>;

export interface Answering {
  /** What the person said of the event so far. */
  readonly answer: Answer | null;
  /** Why the latest answer was not saved; `null` when it was. */
  readonly refusal: RefusalCode | null;
  /** Says it, and offers to take it back. Saying the same again changes nothing: a double press loses no answer. */
  readonly give: (answer: Answer | null) => void;
}

/** One person's own answer to one event, wherever it can be given. */
export function useAnswering(event: PlannedEvent, person: Person, submit: Submit): Answering {
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const answer = answerOf(event.availability, person.id);

  async function save(given: Answer | null): Promise<boolean> {
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer: given });
    setRefusal(outcome.status === "refused" ? outcome.code : null);
    return outcome.status !== "refused";
  }

  async function saveAndSay(given: Answer | null): Promise<void> {
    if (!(await save(given))) return;
    showToast({
      message: answerNoted(given, event.date),
      icon: <AnswerSign answer={given} isFull={false} className="" />,
      actionLabel: actionText.cancel,
      onAction: () => void save(answer),
    });
  }

  return {
    answer,
    refusal,
    give: (given) => {
      if (given !== answer) void saveAndSay(given);
    },
  };
}
