import { Link } from "wouter";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import type { PlayState } from "#domain/line-up/play-state.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { EventSign, listState } from "#client/music/signs/event-sign.tsx";
import { RepairSign } from "#client/music/signs/repair-sign.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import { LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { LINE_UP_TO_REPAIR } from "#text/phrases/line-up-to-repair.ts";
import { shortDay } from "#text/phrases/short-dates.ts";

interface EventHeadProps {
  readonly event: PlannedEvent;
  readonly state: PlayState;
  readonly isMissingRoles: boolean;
  /** Whether the kept line-up is to be repaired, for those who may do it. */
  readonly isBroken: boolean;
  readonly today: PlainDate;
}

/** When and what an event is, and whether it can be played. */
export function EventHead({ event, state, isMissingRoles, isBroken, today }: EventHeadProps) {
  const { id, name, date, time } = event;
  const isPast = date < today;
  return (
    <th scope="col" className={isPast ? "grid-past" : undefined} aria-current={date === today ? "date" : undefined}>
      <div className="grid-head">
        <span className="text-control whitespace-nowrap">{shortDay(date)}</span>{" "}
        <span className="text-tiny font-normal text-ink-2">{time}</span>{" "}
        <Link href={eventPage(id)} className="grid-event min-h-6 text-tiny break-words hover:underline">
          <SoftText>{name}</SoftText>
        </Link>{" "}
        <span className="grid-state flex gap-1">
          {isBroken && !isMissingRoles ? null : (
            <>
              <EventSign state={listState(state)} size={14} />
              <span className="sr-only">{LIST_STATE_WORDS[state]}</span>
            </>
          )}
          {isBroken ? (
            <>
              {" "}
              <RepairSign size={14} />
              <span className="sr-only">{LINE_UP_TO_REPAIR}</span>
            </>
          ) : null}
        </span>
      </div>
    </th>
  );
}
