import { useLocation } from "wouter";
import { usePeople } from "#client/people/people-hooks.ts";
import { useDeleter } from "#client/planning/team-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { PAGES } from "#client/pages.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventText } from "#text/event/event.ts";
import { byWhom, placeText, shownEventDeleted } from "#text/shell/place.ts";

function Deletion({ event }: { readonly event: PlannedEvent }) {
  const by = byWhom(useDeleter(event), useUser().id, usePeople());
  return <span>{shownEventDeleted(event, by)}</span>;
}

/** For an event that does not exist (any more); `last` is the event as shown before. */
export function EventNotFound({ last }: { readonly last: PlannedEvent | null }) {
  const [, navigate] = useLocation();
  const sentence = sentenceOf("event.not_found");
  useTitle(sentence);
  return (
    <div className="flex flex-col items-center gap-6 py-16 text-center">
      <div>
        <ScreenTitle>{sentence}</ScreenTitle>
        <p role="status" className="mt-2 text-balance wrap-anywhere text-ink-2">
          {last === null ? placeText.eventUnknown : <Deletion event={last} />}
        </p>
      </div>
      <Button variant="primary" onClick={() => navigate(PAGES.home)}>
        {eventText.backToDashboard}
      </Button>
    </div>
  );
}
