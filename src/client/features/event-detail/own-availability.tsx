import { Info, MessageCircle } from "lucide-react";
import { type ComponentProps, type FormEvent, useMemo, useRef, useState } from "react";
import { AbsenceLine, NotSaved, OwnAnswerButtons, useAnswering } from "#client/answering/answering.tsx";
import { EntrustedAnswers } from "#client/family/entrusted-answers.tsx";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { YouPlay } from "#client/music/signs/you-play.tsx";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useNow } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { checkComment } from "#contract/planning/answers.ts";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import type { Answer } from "#domain/availability/availability.ts";
import { isPast } from "#domain/calendar/calendar.ts";
import { answerEffect } from "#domain/line-up/answer-effect.ts";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import { isPlaceFree } from "#domain/line-up/repairing/replacement.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { effectSentence } from "#text/event/answer-effect.ts";
import { alsoPresentAt, eventPageText } from "#text/event/event-page.ts";
import { eventText } from "#text/event/event.ts";
import { OwnTurns, useEventTurns } from "./event-turns.tsx";

function InfoLine({ role, className = "", children }: ComponentProps<"p">) {
  return (
    <p role={role} className={`mt-3 flex gap-2 text-small wrap-anywhere ${className}`}>
      <Info className="mt-[2.5px] size-[15px] flex-none" />
      {children}
    </p>
  );
}

/** Warns a user who is present that they are also present at another event at the same time. */
function OwnOverlap() {
  const { takenAt: time, takenBy: name } = useEventTurns().get(useUser().id) ?? {};
  if (time === undefined || name === undefined) return null;
  return <InfoLine role="status">{alsoPresentAt({ name, time })}</InfoLine>;
}

interface OwnCommentProps {
  readonly event: PlannedEvent;
  readonly answer: Answer;
  /** The saved comment; empty if there is none. */
  readonly saved: string;
  readonly onWithdraw: () => void;
}

function OwnComment({ event, answer, saved, onWithdraw }: OwnCommentProps) {
  const person = useUser();
  const submit = useSubmit();
  const showToast = useToast();
  /** `null`: nothing is typed. Then the field shows the saved comment, which may change on another device. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? saved;
  const [error, setError] = useState<RefusalCode | null>(null);
  const fieldRef = useRef<HTMLInputElement>(null);

  function showError(code: RefusalCode): void {
    setError(code);
    fieldRef.current?.focus();
  }

  async function save(comment: string): Promise<void> {
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer, comment });
    if (outcome.status === "refused") return showError(outcome.code);
    setError(null);
    // Shows the saved comment, unless another one was typed meanwhile.
    setTyped((current) => (current === typed ? null : current));
    showToast({ message: eventPageText.commentSaved, icon: <MessageCircle /> });
  }

  function handleSubmit(submitted: FormEvent): void {
    submitted.preventDefault();
    const checked = checkComment(shown);
    if (checked.status === "valid") void save(checked.comment);
    else showError(checked.code);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 print:hidden">
      <TextField
        ref={fieldRef}
        label={eventPageText.comment}
        autoComplete="off"
        value={shown}
        error={error === null ? undefined : sentenceOf(error)}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
      />
      <div className="-mb-2 flex min-h-12 flex-wrap items-end justify-between">
        <Button variant="quiet" size="compact" className="-ml-2 px-2! forced-colors:ml-0" onClick={onWithdraw}>
          {eventText.withdrawAnswer}
        </Button>
        <Button
          type="submit"
          variant="quiet"
          size="compact"
          className={`-mr-2 px-2! forced-colors:mr-0 ${shown.trim() === saved ? "text-ink-2!" : ""}`}
        >
          {eventPageText.saveComment}
        </Button>
      </div>
    </form>
  );
}

const ReplacementRegion = lazyPart(
  async () => (await import("./play/asking/replacement-region.tsx")).ReplacementRegion,
);

/** For a user on the line-up who cannot come: whom to ask to take their place. Only a shared planning can ask. */
export function OwnReplacement({ event }: { readonly event: PlannedEvent }) {
  const { id } = useUser();
  const isShared = useSharingState() !== "local";
  const isOver = isPast(event, useNow());
  if (!isShared || isOver || !isPlaceFree(event, id)) return null;
  return (
    <div className="mt-3 md:mt-4 print:hidden">
      <ReplacementRegion event={event} />
    </div>
  );
}

function AnswerEffectLine({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const questionOf = usePlayQuestions();
  const sentence = useMemo(() => {
    const question = questionOf(event);
    return question.isPast ? null : effectSentence(answerEffect(question, user), question.requiredRoles);
  }, [event, questionOf, user]);
  if (sentence === null) return null;
  return <InfoLine className="text-ink-2">{sentence}</InfoLine>;
}

export function OwnAvailability({ event }: { readonly event: PlannedEvent }) {
  const user = useUser();
  const { answer, isInAbsence, refusal, give } = useAnswering(event, user);
  const saved = event.availability.find(({ userId }) => userId === user.id)?.comment ?? "";
  return (
    <TitledCard title={eventText.myAvailability}>
      <p className="text-small wrap-anywhere text-ink-2">{user.positions.join(", ") || eventText.noService}</p>
      <YouPlay roles={rolesToPlay(event, user.id)} className="mt-1" />
      <div className="mt-3">
        <OwnAnswerButtons key={event.id} answer={answer} onAnswer={give} size="page" label={eventText.myAvailability} />
      </div>
      <AnswerEffectLine event={event} />
      {answer === "present" ? (
        <OwnTurns event={event}>
          <OwnOverlap />
        </OwnTurns>
      ) : null}
      {/* Reserves the height, so that nothing below moves when an answer is given. */}
      <div className="min-h-12 print:min-h-0">
        {isInAbsence ? <AbsenceLine /> : null}
        {answer === null ? null : (
          <OwnComment key={answer} event={event} answer={answer} saved={saved} onWithdraw={() => void give(null)} />
        )}
      </div>
      <NotSaved code={refusal} className="mt-4" />
      <EntrustedAnswers event={event} className="border-t border-line" />
    </TitledCard>
  );
}
