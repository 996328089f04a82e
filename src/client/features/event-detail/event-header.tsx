import { CalendarDays, MapPin } from "lucide-react";
import { useLocation } from "wouter";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { SoftText } from "#client/music/soft-text.tsx";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { LinkedText } from "#client/ui/surfaces/linked-text.tsx";
import { ScreenTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { actionText } from "#text/phrases/actions.ts";
import { longDateTime, untilTime } from "#text/phrases/dates.ts";

/** The back button; the event's name, date, time, place and details. */
export function EventHeader({ event }: { readonly event: PlannedEvent }) {
  const [, navigate] = useLocation();
  return (
    <header className="-mt-2">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate(PAGES.home))} />
      <div className="break-words">
        <ScreenTitle>
          <SoftText>{event.name}</SoftText>
        </ScreenTitle>
      </div>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-body text-ink-2">
        <p className="flex gap-2">
          <CalendarDays className="mt-[3px]" />
          {longDateTime(event.date, event.time)}
          {event.endTime === undefined ? null : untilTime(event.endTime)}
        </p>
        <p className="flex min-w-0 gap-2">
          <MapPin className="mt-[3px]" />
          <span className="min-w-0 break-words">{event.location}</span>
        </p>
      </div>
      {event.details === undefined ? null : (
        <LinkedText className="mt-2 max-w-prose text-body">{event.details}</LinkedText>
      )}
    </header>
  );
}
