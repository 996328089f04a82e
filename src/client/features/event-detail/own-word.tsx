import { MessageCircle } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { Answer } from "#domain/availability/availability.ts";
import { checkComment } from "#contract/planning/answers.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventText } from "#text/event/event.ts";
import { eventPageText } from "#text/event/event-page.ts";

interface OwnWordProps {
  readonly event: PlannedEvent;
  readonly answer: Answer;
  /** The word as it is saved; empty if there is none. */
  readonly saved: string;
  readonly onWithdraw: () => void;
}

/** A word that goes with the user's answer, and the button that takes the answer back. */
export function OwnWord({ event, answer, saved, onWithdraw }: OwnWordProps) {
  const person = useUser();
  const submit = useSubmit();
  const showToast = useToast();
  const [typed, setTyped] = useState(saved);
  const [known, setKnown] = useState(saved);
  const [isTyped, setIsTyped] = useState(false);
  const [error, setError] = useState<Parameters<typeof sentenceOf>[0] | null>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  // Saved on another device meanwhile, while nothing else was typed here.
  if (known !== saved) {
    setKnown(saved);
    if (!isTyped) setTyped(saved);
  }

  function showError(code: Parameters<typeof sentenceOf>[0]): void {
    setError(code);
    fieldRef.current?.focus();
  }

  async function save(comment: string): Promise<void> {
    const outcome = await submit({ type: "availability.set", eventId: event.id, person, answer, comment });
    if (outcome.status === "refused") return showError(outcome.code);
    setError(null);
    setTyped(comment);
    setIsTyped(false);
    showToast({ message: eventPageText.commentSaved, icon: <MessageCircle /> });
  }

  function handleSubmit(submitted: FormEvent): void {
    submitted.preventDefault();
    const checked = checkComment(typed);
    if (checked.status === "valid") void save(checked.comment);
    else showError(checked.code);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 print:hidden">
      <TextField
        ref={fieldRef}
        label={eventPageText.comment}
        autoComplete="off"
        value={typed}
        error={error === null ? undefined : sentenceOf(error)}
        onChange={({ target }) => {
          setTyped(target.value);
          setIsTyped(true);
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
          className={`-mr-2 px-2! forced-colors:mr-0 ${typed.trim() === saved ? "text-ink-2!" : ""}`}
        >
          {eventPageText.saveComment}
        </Button>
      </div>
    </form>
  );
}
