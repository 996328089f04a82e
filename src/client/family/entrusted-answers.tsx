import type { Answer } from "#domain/availability/availability.ts";
import { rolesToPlay } from "#domain/line-up/kept-line-up.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { answerNotedFor, answeringForText, byAuthor, forPerson, withdrawFor } from "#text/event/event-page.ts";
import { personPlays } from "#text/phrases/availability.ts";
import { AbsenceLine, NotSaved, OwnAnswerButtons, useAnswering } from "../answering/answering.tsx";
import { YouPlay } from "../music/signs/you-play.tsx";
import { usePeople } from "../people/people-hooks.ts";
import { useUser } from "../session/session-hooks.ts";
import { useAnsweredFor } from "./entrusted-hooks.ts";

interface RowProps {
  readonly event: PlannedEvent;
  readonly person: Person;
  readonly onAnswer?: (() => void) | undefined;
}

/** Who gave the answer, if it was neither the user nor the person. */
function Author({ event, person }: RowProps) {
  const { id } = useUser();
  const people = usePeople();
  const saidBy = event.availability.find(({ userId }) => userId === person.id)?.saidBy;
  const author = saidBy === id ? undefined : people.find((user) => user.id === saidBy);
  return author === undefined ? null : <span className="text-tiny text-ink-2">{byAuthor(fullName(author))}</span>;
}

function EntrustedRow({ event, person, onAnswer }: RowProps) {
  const name = fullName(person);
  const { answer, isInAbsence, refusal, give } = useAnswering(event, person, {
    savedMessage: (given) => answerNotedFor(name, given, event.date),
  });

  function handleAnswer(given: Answer | null): Promise<void> {
    onAnswer?.();
    return give(given);
  }

  return (
    <li className="pt-3">
      <p className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-small font-semibold wrap-anywhere">
        {forPerson(name)}
        <Author event={event} person={person} />
      </p>
      <YouPlay
        who={personPlays(person.firstName)}
        roles={rolesToPlay(event, person.id)}
        className="mb-1.5 text-small"
      />
      <OwnAnswerButtons answer={answer} onAnswer={handleAnswer} label={forPerson(name)} />
      <div className="flex min-h-6 items-center justify-end">
        {isInAbsence ? <AbsenceLine /> : null}
        {answer === null ? null : (
          <button
            type="button"
            aria-label={withdrawFor(name)}
            className="relative min-h-6 rounded-small px-1.5 text-tiny font-semibold text-primary hover:bg-primary-soft max-sm:min-h-11"
            onClick={() => void handleAnswer(null)}
          >
            {answeringForText.withdraw}
          </button>
        )}
      </div>
      <NotSaved code={refusal} />
    </li>
  );
}

interface EntrustedAnswersProps {
  readonly event: PlannedEvent;
  readonly className?: string;
  readonly onAnswer?: () => void;
}

/** A row with answer buttons for each person of the event's group for whom the user answers, such as their child. */
export function EntrustedAnswers({ event, className, onAnswer }: EntrustedAnswersProps) {
  const { entrusted } = useAnsweredFor(event.groupId);
  if (entrusted.length === 0) return null;
  return (
    <ul className={className}>
      {entrusted.map((person) => (
        <EntrustedRow key={`${event.id} ${person.id}`} event={event} person={person} onAnswer={onAnswer} />
      ))}
    </ul>
  );
}
