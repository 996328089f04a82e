import { Link } from "wouter";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { EventSign, listState } from "#client/music/signs/event-sign.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import { LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { shortDay } from "#text/phrases/short-dates.ts";

interface EventHeadProps {
  readonly event: PlannedEvent;
  readonly state: PlayState;
  readonly today: PlainDate;
}

/** When and what an event is, and whether it can be played. */
export function EventHead({ event: { id, name, date, time }, state, today }: EventHeadProps) {
  const isPast = date < today;
  return (
    <th scope="col" className={isPast ? "grid-past" : undefined} aria-current={date === today ? "date" : undefined}>
      <div className="grid-head">
        <span className="text-control whitespace-nowrap">{shortDay(date)}</span>{" "}
        <span className="text-tiny font-normal text-ink-2">{time}</span>{" "}
        <Link href={eventPage(id)} className="grid-event min-h-6 text-tiny break-words hover:underline">
          <SoftText>{name}</SoftText>
        </Link>{" "}
        <span className="grid-state">
          <EventSign state={listState(state)} size={14} />
          <span className="sr-only">{LIST_STATE_WORDS[state]}</span>
        </span>
      </div>
    </th>
  );
}
