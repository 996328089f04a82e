import { memo } from "react";
import { Link } from "wouter";
import { EntrustedPlay } from "#client/family/entrusted-play.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { EventSign, ListSign } from "#client/music/signs/event-sign.tsx";
import { YouPlay } from "#client/music/signs/you-play.tsx";
import { NarrowSoftText } from "#client/music/soft-text.tsx";
import { eventPage } from "#client/pages.ts";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { dayOfMonth, type PlainDate } from "#domain/calendar/calendar.ts";
import { eventCount, moreEvents } from "#text/dashboard/dashboard.ts";
import { ANSWER_WORDS, availabilityText } from "#text/phrases/availability.ts";
import { fullDate } from "#text/phrases/dates.ts";
import { EventTrash, Repairable } from "../for-leaders.tsx";
import { GroupMark } from "../upcoming/event-card.tsx";
import { type DayContent, type DayEvent, type DayKind, ownAnswers, shownSigns } from "./calendar-day.ts";
import { AddEventButton } from "./day-panel.tsx";

interface EventChipProps {
  readonly dayEvent: DayEvent;
  readonly isPast: boolean;
  readonly isDayMissingRoles: boolean;
  readonly tabIndex: 0 | -1;
}

const CHIP =
  "block rounded-chip px-1.5 py-1 text-tiny hover:ring-[1.5px] hover:ring-edge hover:ring-inset focus-visible:outline-offset-0";

function chipBackground({ isPast, isDayMissingRoles }: Pick<EventChipProps, "isPast" | "isDayMissingRoles">): string {
  if (isDayMissingRoles) return "bg-missing-soft/62";
  return isPast ? "bg-surface ring-1 ring-line ring-inset" : "bg-sunk/70";
}

/** An event in a day: sign, time, the user's answer (or the event's group), and up to five lines of its name. */
function EventChip({ dayEvent, isPast, isDayMissingRoles, tabIndex }: EventChipProps) {
  const { event, answer, otherGroupId, ownRoles } = dayEvent;
  return (
    <li className="group/chip relative">
      <Link
        href={eventPage(event.id)}
        tabIndex={tabIndex}
        className={`${CHIP} ${chipBackground({ isPast, isDayMissingRoles })}`}
      >
        <span className="flex flex-wrap items-center gap-x-1.5">
          <Repairable events={[event]} as="sign" isMissingRoles={dayEvent.isMissingRoles}>
            <ListSign state={dayEvent.state} size={14} />
          </Repairable>
          <span className="font-semibold">{event.time}</span>{" "}
          {otherGroupId === null ? (
            <span className="ml-auto print:hidden">
              <AnswerSign answer={answer} label={ANSWER_WORDS[answer ?? "none"]} size={14} />
            </span>
          ) : (
            <GroupMark groupId={otherGroupId} />
          )}
        </span>{" "}
        <span className="line-clamp-5">
          <NarrowSoftText>{event.name}</NarrowSoftText>
        </span>{" "}
        <YouPlay roles={ownRoles} isShort />
        <EntrustedPlay event={event} isShort />
      </Link>
      <EventTrash event={event} size="cell" tabIndex={tabIndex} className="chip-button" />
    </li>
  );
}

/** The warning on a day with an event for which a critical role is missing (specification §2, "Calendar"). */
function MissingRolesSign({ size }: { readonly size: number }) {
  return <EventSign state="roles_to_fill" size={size} label={availabilityText.missingRoles} />;
}

const KIND_CLASS: Readonly<Record<DayKind, string>> = {
  neighbour: "font-normal text-ink-3",
  past: "font-normal text-ink-2",
  today: "number-of-today",
  coming: "",
};

/** The day's number; the rest of the date is for screen readers. */
function DayNumber({ date, kind }: { readonly date: PlainDate; readonly kind: DayKind }) {
  const number = String(dayOfMonth(date));
  return (
    <span className={`inline-flex min-h-[22px] min-w-6 items-center justify-center text-control ${KIND_CLASS[kind]}`}>
      {number}
      <span className="sr-only">{fullDate(date).slice(number.length)}</span>
    </span>
  );
}

interface DayCellProps extends DayContent {
  /** Only the day that is entered has its links and buttons in the tab order (WAI-ARIA grid pattern). */
  readonly tabIndex: 0 | -1;
  readonly canAdd: boolean;
}

function DayCell({ date, kind, events, isMissingRoles, tabIndex, canAdd }: DayCellProps) {
  return (
    <div className="group/day relative flex min-h-24 flex-col print:min-h-16 px-1 pt-1 pb-1.5 md:px-[5px]">
      <div className="-mr-0.5 flex min-h-[26px] items-start">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-0.5 pt-px">
          <DayNumber date={date} kind={kind} />{" "}
          {events.length === 0 ? null : (
            <span className="text-[min(0.71875rem,1.45vw)]/4 whitespace-nowrap text-ink-2">
              {eventCount(events.length)}
            </span>
          )}{" "}
        </div>
        {canAdd || isMissingRoles ? (
          <div className="-mt-px flex h-6 flex-none items-center">
            {canAdd ? <AddEventButton date={date} tabIndex={tabIndex} className="day-button" /> : null}
            {isMissingRoles ? <MissingRolesSign size={15} /> : null}
          </div>
        ) : null}
      </div>
      {events.length === 0 ? null : (
        <ul className="mt-1 flex flex-col gap-1">
          {events.map((dayEvent) => (
            <EventChip
              key={dayEvent.event.id}
              dayEvent={dayEvent}
              isPast={kind === "past"}
              isDayMissingRoles={isMissingRoles}
              tabIndex={tabIndex}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * A day in a phone's month: its number, the user's own answers, and the signs of its events. The events are listed
 * below the month when the day is chosen.
 */
function CompactDayCell({ date, kind, isOver, events }: DayContent) {
  const { hasExtraWarning, shown, more } = shownSigns(events);
  /** The first event with missing roles: its sign is the day's warning. */
  const warning = shown.find(({ state }) => state === "roles_to_fill");
  return (
    <div className="relative flex min-h-[45px] flex-col items-center pt-[3px]">
      <DayNumber date={date} kind={kind} />{" "}
      {events.length === 0 ? null : <span className="sr-only">{eventCount(events.length)}</span>}{" "}
      <span className="absolute top-[3px] right-px flex flex-col gap-px">
        {ownAnswers(events, isOver).map((answer) => (
          <AnswerSign key={answer} answer={answer} label={ANSWER_WORDS[answer ?? "none"]} size={11} />
        ))}
      </span>
      <span className="flex h-4 items-center gap-0.5">
        {hasExtraWarning ? <MissingRolesSign size={13} /> : null}
        {shown.map((dayEvent) => {
          const { event, state, isMissingRoles } = dayEvent;
          if (dayEvent === warning) return <MissingRolesSign key={event.id} size={13} />;
          const sign = <ListSign key={event.id} state={state} size={13} />;
          // There is room for one sign, and missing roles matter more than a repair.
          if (isMissingRoles) return sign;
          return (
            <Repairable key={event.id} events={[event]} as="sign">
              {sign}
            </Repairable>
          );
        })}
        {more === 0 ? null : <span className="text-count text-ink-2">{moreEvents(more)}</span>}
      </span>
    </div>
  );
}

interface MonthDayProps extends DayContent {
  /** Whether the Tab key moves the focus into the grid at this day. */
  readonly isCurrent: boolean;
  /** Whether a phone lists the day's events below the month. */
  readonly isChosen: boolean;
  /** Whether this is the current day and the focus is in the grid. Then its links and buttons are in the tab order. */
  readonly isEntered: boolean;
  readonly isCompact: boolean;
  readonly isLoading: boolean;
  readonly canAdd: boolean;
}

const BASE_CLASS = "relative p-0 align-top focus-visible:z-1 focus-visible:-outline-offset-2";
/** In forced colours the focus is drawn around the cell. */
const COMPACT_CLASS = "compact-month-cell forced-colors:focus-visible:outline-offset-0";

function backgroundClass({ isMissingRoles, kind }: DayContent, isCompact: boolean): string {
  if (isMissingRoles) return isCompact ? "bg-missing-soft" : "bg-missing-tint";
  if (isCompact) return "";
  return kind === "neighbour" ? "bg-surface/40" : "bg-surface";
}

function wideClass({ events }: DayContent): string {
  return events.length > 0 ? "month-cell cursor-pointer" : "month-cell";
}

/** A day of the calendar as a table cell. Memoised, because an answer changes only 1 of 42 cells. */
export const MonthDay = memo(function MonthDay(props: MonthDayProps) {
  const { isCurrent, isChosen, isEntered, isCompact, isLoading, canAdd, ...day } = props;
  return (
    <td
      data-date={day.date}
      tabIndex={isCurrent ? 0 : -1}
      aria-current={day.kind === "today" ? "date" : undefined}
      aria-selected={isCompact ? isChosen : undefined}
      className={`${BASE_CLASS} ${backgroundClass(day, isCompact)} ${isCompact ? COMPACT_CLASS : wideClass(day)}`}
    >
      {isCompact ? <CompactDayCell {...day} /> : <DayCell {...day} tabIndex={isEntered ? 0 : -1} canAdd={canAdd} />}
      {isLoading ? (
        <Skeleton className="pointer-events-none absolute inset-x-2 top-[29px] h-3 rounded-chip sm:top-9" />
      ) : null}
    </td>
  );
});
