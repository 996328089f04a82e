import { answerOf } from "#domain/availability/availability.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { EntrustedAnswers } from "#client/family/entrusted-answers.tsx";
import { useAnsweredFor } from "#client/family/entrusted-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { EventToAnswer, OwnRow, useNextToAnswer } from "../upcoming/next-to-answer.tsx";

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
  const { id } = useUser();
  const { isOwn, entrusted } = useAnsweredFor(groupId);
  const asked = [...(isOwn ? [id] : []), ...entrusted.map((person) => person.id)];
  const isOpen = ({ availability }: PlannedEvent) => asked.some((userId) => answerOf(availability, userId) === null);
  const { next, hold } = useNextToAnswer(events, isOpen, now);
  if (next === undefined) return null;
  const handleAnswer = () => hold(next.id);
  return (
    <EventToAnswer event={next}>
      {isOwn ? <OwnRow key={next.id} event={next} onAnswer={handleAnswer} /> : null}
      <EntrustedAnswers event={next} className="relative" onAnswer={handleAnswer} />
    </EventToAnswer>
  );
}
