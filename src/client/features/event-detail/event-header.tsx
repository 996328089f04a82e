import { CalendarDays, MapPin } from "lucide-react";
import { useLocation } from "wouter";
import type { PlannedEvent } from "#domain/planning.ts";
import { BackButton } from "#client/ui/back-button.tsx";
import { goBack } from "#client/ui/go-back.ts";
import { ScreenTitle } from "#client/ui/screen-title.tsx";
import { actionText } from "#text/actions.ts";
import { longDateTime } from "#text/dates.ts";

/** The way back; what, when and where. */
export function EventHeader({ event }: { readonly event: PlannedEvent }) {
  const [, navigate] = useLocation();
  return (
    <header className="-mt-2">
      <BackButton label={actionText.back} onClick={() => goBack(() => navigate("/"))} />
      <div className="break-words">
        <ScreenTitle>{event.name}</ScreenTitle>
      </div>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-body text-ink-2">
        <p className="flex gap-2">
          <CalendarDays className="mt-[3px]" />
          {longDateTime(event.date, event.time)}
        </p>
        <p className="flex min-w-0 gap-2">
          <MapPin className="mt-[3px]" />
          <span className="min-w-0 break-words">{event.location}</span>
        </p>
      </div>
    </header>
  );
}
