import { Plus } from "lucide-react";
import { useId } from "react";
import { useLocation } from "wouter";
import { createEventPage } from "#client/pages.ts";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { dashboardText, eventCount, addEventOn } from "#text/dashboard/dashboard.ts";
import { dayTitle } from "#text/phrases/dates.ts";
import { EventCard } from "../upcoming/event-card.tsx";
import type { DayEvent } from "./calendar-day.ts";

interface AddEventButtonProps {
  readonly date: PlainDate;
  readonly tabIndex?: 0 | -1;
  readonly className?: string;
}

export function AddEventButton({ date, tabIndex, className = "" }: AddEventButtonProps) {
  const [, navigate] = useLocation();
  return (
    <IconButton
      label={addEventOn(date)}
      icon={<Plus />}
      tone="primary"
      tabIndex={tabIndex}
      className={className}
      onClick={() => navigate(createEventPage(date))}
    />
  );
}

interface DayPanelProps {
  readonly date: PlainDate;
  readonly events: readonly DayEvent[];
  readonly canAdd: boolean;
}

/** The events of the chosen day as cards, below the month on a phone. */
export function DayPanel({ date, events, canAdd }: DayPanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-4">
      <div className="flex min-h-11 items-center gap-1 px-1">
        <h2 id={titleId} aria-live="polite" className="grow text-control font-normal text-ink-2">
          <span className="font-semibold text-ink">{dayTitle(date)}</span>
          {events.length === 0 ? null : ` · ${eventCount(events.length)}`}
        </h2>
        {canAdd ? <AddEventButton date={date} /> : null}
      </div>
      {events.length === 0 ? (
        <p className="px-1 text-small text-ink-2">{dashboardText.noneThatDay}</p>
      ) : (
        <ul className="mt-1 flex flex-col gap-3">
          {events.map(({ event, otherGroupId }) => (
            <EventCard key={event.id} event={event} isDayKnown otherGroupId={otherGroupId} />
          ))}
        </ul>
      )}
    </section>
  );
}
