import { CircleAlert, MessageCircleReply } from "lucide-react";
import { type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { AnswerButtons, useAnswering } from "#client/answering/answering.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { closePopover, Popover } from "#client/ui/overlays/popover.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { Answer } from "#domain/availability/availability.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { answerFor, answeringForText, answerNotedFor } from "#text/event/event-page.ts";
import { personDetails } from "#text/phrases/names-apart.ts";

interface AnsweringForProps {
  readonly event: PlannedEvent;
  readonly person: Person;
  /** The person whose answer was recorded last. Their row moves to another list, where its button takes the focus. */
  readonly answeredRef: RefObject<string | null>;
}

type AnswerChoiceProps = Omit<AnsweringForProps, "answeredRef"> & { readonly onDone: () => void };

function AnswerChoice({ event, person, onDone }: AnswerChoiceProps) {
  const name = fullName(person);
  const showToast = useToast();
  const { answer, give } = useAnswering(event, person, {
    savedMessage: (given) => answerNotedFor(name, given, event.date),
    onRefused: (code) =>
      showToast({ message: `${answeringForText.failed}. ${sentenceOf(code)}`, icon: <CircleAlert />, isFailure: true }),
  });

  function choose(given: Answer | null): void {
    onDone();
    void give(given);
  }

  return (
    <div className="p-2">
      <p className="mb-2 text-small font-semibold wrap-anywhere">{answerFor(name)}</p>
      <AnswerButtons answer={answer} onAnswer={choose} label={answerFor(name)} />
      {answer === null ? null : (
        <Button variant="quiet" size="compact" className="mt-1.5" fullWidth onClick={() => choose(null)}>
          {answeringForText.withdraw}
        </Button>
      )}
    </div>
  );
}

/** A button in a person's row, with which an admin or a leader records that person's answer. */
export function AnsweringFor({ event, person, answeredRef }: AnsweringForProps) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (answeredRef.current !== person.id) return;
    answeredRef.current = null;
    buttonRef.current?.focus();
  }, [answeredRef, person.id]);

  function handleDone(): void {
    closePopover(id);
    answeredRef.current = person.id;
  }

  // The popover's content is rendered at the first press only: a large team has hundreds of these buttons.
  const [wasPressed, setWasPressed] = useState(false);
  const label = answerFor(fullName(person));
  return (
    <Popover
      id={id}
      label={label}
      trigger={
        <IconButton
          ref={buttonRef}
          label={label}
          aria-description={personDetails(person)}
          icon={<MessageCircleReply />}
          className="row-button lg:pointer-fine:group-not-data-always:bg-surface print:hidden"
          onClick={() => setWasPressed(true)}
        />
      }
    >
      {wasPressed ? <AnswerChoice event={event} person={person} onDone={handleDone} /> : null}
    </Popover>
  );
}
