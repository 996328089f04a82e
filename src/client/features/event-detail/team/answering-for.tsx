import { MessageCircleReply } from "lucide-react";
import { useId, useState } from "react";
import { AnswerButtons } from "#client/answering/answer-buttons.tsx";
import { useAnswering } from "#client/answering/use-answering.tsx";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { closePopover, Popover } from "#client/ui/overlays/popover.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { Answer } from "#domain/availability/availability.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { answerFor, answeringForText, answerNotedFor } from "#text/event/answering-for.ts";

interface AnsweringForProps {
  readonly event: PlannedEvent;
  readonly person: Person;
}

function AnswerChoice({ event, person, onDone }: AnsweringForProps & { readonly onDone: () => void }) {
  const name = fullName(person);
  const by = { saidBy: useUser().id, noted: (given: Answer | null) => answerNotedFor(name, given, event.date) };
  const { answer, refusal, give } = useAnswering(event, person, useSubmit(), by);

  function choose(given: Answer | null): void {
    give(given);
    onDone();
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
      {refusal === null ? null : <Alert detail={sentenceOf(refusal)}>{answeringForText.failed}</Alert>}
    </div>
  );
}

/** A button with which an admin answers for somebody else. */
export function AnsweringFor({ event, person }: AnsweringForProps) {
  const id = useId();
  // The choice is rendered at the first press: a large team has as many of these buttons as people.
  const [isNeeded, setIsNeeded] = useState(false);
  const label = answerFor(fullName(person));
  return (
    <Popover
      id={id}
      label={label}
      trigger={
        <IconButton
          label={label}
          icon={<MessageCircleReply />}
          className="ml-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-data-always:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100 print:hidden"
          onClick={() => setIsNeeded(true)}
        />
      }
    >
      {isNeeded ? <AnswerChoice event={event} person={person} onDone={() => closePopover(id)} /> : null}
    </Popover>
  );
}
