import { useId, useMemo } from "react";
import { hasSeveral } from "#domain/line-up/band-roles.ts";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AbsenceLine, OwnAnswerButtons } from "#client/answering/answer-buttons.tsx";
import { EntrustedAnswers } from "#client/family/entrusted-answers.tsx";
import { YouPlay } from "#client/music/signs/you-play.tsx";
import { useAnswering } from "#client/answering/use-answering.tsx";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventText } from "#text/event/event.ts";
import { ownAnswerText } from "#text/event/own-answer.ts";
import { OwnOverlap } from "./own-overlap.tsx";
import { OwnWord } from "./own-word.tsx";
import { Info } from "lucide-react";
import { answerEffect } from "#domain/line-up/answer-effect.ts";
import { useAlsoPresent, usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { effectSentence } from "#text/event/answer-effect.ts";

/** One line about what the user's own answer changes; nothing for past events. */
function AnswerEffectLine({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const questionOf = usePlayQuestions();
  const sentence = useMemo(() => {
    const question = questionOf(event);
    const { requiredRoles: roles, isPast } = question;
    return isPast ? null : effectSentence(answerEffect(question, user), roles.length, hasSeveral(roles));
  }, [event, questionOf, user]);
  if (sentence === null) return null;
  return (
    <p className="mt-3 flex gap-2 text-small wrap-anywhere text-ink-2">
      <Info className="mt-[2.5px] size-[15px] flex-none" />
      {sentence}
    </p>
  );
}

/** The user's own answer, and a button to remove it. */
export function OwnAvailability({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const { answer, isInAbsence, refusal, give } = useAnswering(event, user, useSubmit(), {
    alsoPresent: useAlsoPresent(),
  });
  const titleId = useId();
  const saved = event.availability.find(({ userId }) => userId === user.id)?.comment ?? "";
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {eventText.myAvailability}
      </h2>
      <p className="text-small wrap-anywhere text-ink-2">{user.positions.join(", ") || eventText.noService}</p>
      <YouPlay roles={rolesToPlay(event, user.id)} className="mt-1" />
      <div className="mt-3">
        <OwnAnswerButtons key={event.id} answer={answer} onAnswer={give} size="page" label={eventText.myAvailability} />
      </div>
      <AnswerEffectLine event={event} />
      {answer === "present" ? <OwnOverlap event={event} /> : null}
      {/* Reserves the height, so that nothing below moves when an answer is given. */}
      <div className="min-h-12 print:min-h-0">
        {isInAbsence ? <AbsenceLine /> : null}
        {answer === null ? null : (
          <OwnWord key={answer} event={event} answer={answer} saved={saved} onWithdraw={() => void give(null)} />
        )}
      </div>
      {refusal === null ? null : (
        <div className="mt-4">
          <Alert detail={sentenceOf(refusal)}>{ownAnswerText.notSaved}</Alert>
        </div>
      )}
      <EntrustedAnswers event={event} className="border-t border-line" />
    </Card>
  );
}
