import { useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { answerOf } from "#domain/availability/availability.ts";
import { upcoming } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { EntrustedAnswers } from "#client/family/entrusted-answers.tsx";
import { OwnAnswerButtons } from "#client/answering/own-answer-buttons.tsx";
import { RefusalSentence } from "#client/answering/refusal-sentence.tsx";
import { useAlsoPresent } from "#client/line-up/use-also-present.ts";
import { useAnswering } from "#client/answering/use-answering.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import { useAnsweredFor } from "#client/family/entrusted-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { ownAnswerText } from "#text/event/own-answer.ts";
import { longDateTime } from "#text/phrases/dates.ts";

/** Longer than the interval of a double tap, whose second half must not answer the next event. */
const ANSWER_SHOWN_MS = 600;

interface OwnRowProps {
  readonly event: PlannedEvent;
  readonly onAnswer: () => void;
}

function OwnRow({ event, onAnswer }: OwnRowProps) {
  const { answer, refusal, give } = useAnswering(event, useUser(), useSubmit(), { alsoPresent: useAlsoPresent() });
  return (
    <div className="relative mt-2.5">
      <OwnAnswerButtons
        answer={answer}
        onAnswer={(given) => {
          onAnswer();
          return give(given);
        }}
        label={event.name}
      />
      {refusal === null ? null : (
        <div className="mt-2.5">
          <Alert detail={<RefusalSentence code={refusal} />}>{ownAnswerText.notSaved}</Alert>
        </div>
      )}
    </div>
  );
}

interface FamilyToAnswerProps {
  /** Those of the selected group. */
  readonly events: readonly PlannedEvent[];
  readonly now: string;
  readonly groupId: string;
}

/**
 * The next event that the user has not answered for everybody they answer for: themself and those entrusted to them. It
 * stays until all have an answer, and a moment longer.
 */
export function FamilyToAnswer({ events, now, groupId }: FamilyToAnswerProps) {
  const titleId = useId();
  const { id } = useUser();
  const { isOwn, entrusted } = useAnsweredFor(groupId);
  const [answeredId, setAnsweredId] = useState<string | null>(null);
  useEffect(() => {
    if (answeredId === null) return;
    const timer = setTimeout(() => setAnsweredId(null), ANSWER_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [answeredId]);
  const asked = [...(isOwn ? [id] : []), ...entrusted.map((person) => person.id)];
  const open = events.filter(({ availability }) => asked.some((userId) => answerOf(availability, userId) === null));
  const event = events.find((one) => one.id === answeredId) ?? upcoming(open, now, 1)[0];
  if (event === undefined) return null;
  const handleAnswer = () => setAnsweredId(event.id);
  return (
    <section aria-labelledby={titleId} className="relative rounded-event bg-surface p-4 pt-3 shadow-1">
      <h2 id={titleId} className="text-tiny font-semibold text-primary">
        {dashboardText.toAnswer}
      </h2>
      <h3 className="text-name break-words">
        <Link
          href={eventPage(event.id)}
          className="block min-h-6 after:absolute after:inset-0 after:rounded-event hover:underline"
        >
          <SoftText>{event.name}</SoftText>
        </Link>
      </h3>
      <p className="text-small text-ink-2">{longDateTime(event.date, event.time)}</p>
      {isOwn ? <OwnRow key={event.id} event={event} onAnswer={handleAnswer} /> : null}
      <EntrustedAnswers event={event} className="relative" onAnswer={handleAnswer} />
    </section>
  );
}
