import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { eventAddress } from "#client/messages/event-address.ts";
import { MessageOffer } from "#client/messages/message-offer.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { messageFor, messageText } from "#text/phrases/messages.ts";
import { askingMessage } from "#text/event/whom-to-ask.ts";

interface AskingMessageProps {
  readonly event: PlannedEvent;
  readonly asked: PersonToAsk;
}

/** A prepared message to a person whose presence would help. */
export function AskingMessage({ event, asked }: AskingMessageProps) {
  const email = usePeople().find(({ id }) => id === asked.person.id)?.email;
  const isOnlyHere = useSharingState() === "local";
  return (
    <>
      <MessageOffer
        message={askingMessage(event, asked, eventAddress(event.id))}
        subject={event.name}
        email={email}
        label={messageFor(asked.person)}
        isTextShown
      />
      {isOnlyHere ? <p className="mt-2 text-small text-ink-2">{messageText.onlyHere}</p> : null}
    </>
  );
}
