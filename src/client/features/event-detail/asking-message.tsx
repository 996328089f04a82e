import { Check, Copy, Mail } from "lucide-react";
import { useState } from "react";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { Button, buttonClass } from "#client/ui/button.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import { askingMessage, askingText, messageLabel } from "#text/whom-to-ask.ts";

interface AskingMessageProps {
  readonly event: PlannedEvent;
  readonly asked: PersonToAsk;
}

function mailLink(address: string, subject: string, body: string): string {
  return `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

/** A message ready to be sent: copied, or opened in the reader's own mail program. */
export function AskingMessage({ event, asked }: AskingMessageProps) {
  const message = askingMessage(event, asked);
  const email = usePeople().find(({ id }) => id === asked.person.id)?.email;
  const [copied, setCopied] = useState<{ readonly isDone: boolean } | null>(null);
  const outcome = useFleeting(copied);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(message);
      setCopied({ isDone: true });
    } catch {
      // No clipboard on an insecure address, or it is refused: the text is there to be selected.
      setCopied({ isDone: false });
    }
  }

  return (
    <>
      <p
        className="rounded-small bg-surface p-3 text-small whitespace-pre-line select-all"
        aria-label={messageLabel(asked)}
      >
        {message}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button size="compact" icon={outcome?.isDone ? <Check /> : <Copy />} onClick={() => void copy()}>
          {askingText.copy}
        </Button>
        {email === undefined ? null : (
          <a href={mailLink(email, event.name, message)} className={buttonClass({ size: "compact" })}>
            <Mail />
            {askingText.mail}
          </a>
        )}
        <span role="status" className="text-small text-ink-2">
          {outcome === null ? "" : askingText[outcome.isDone ? "copied" : "notCopied"]}
        </span>
      </div>
    </>
  );
}
