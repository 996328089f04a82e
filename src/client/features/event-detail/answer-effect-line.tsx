import { Info } from "lucide-react";
import { useMemo } from "react";
import { answerEffect } from "#domain/line-up/answer-effect.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { effectSentence } from "#text/event/answer-effect.ts";

/** One line about what the user's own answer changes; nothing for past events. */
export function AnswerEffectLine({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const questionOf = usePlayQuestions();
  const sentence = useMemo(() => {
    const question = questionOf(event);
    return question.isPast ? null : effectSentence(answerEffect(question, user), question.requiredRoles.length);
  }, [event, questionOf, user]);
  if (sentence === null) return null;
  return (
    <p className="mt-3 flex gap-2 text-small text-ink-2">
      <Info className="mt-[2.5px] size-[15px] flex-none" />
      {sentence}
    </p>
  );
}
