import { eventCount } from "#text/dashboard/dashboard.ts";
import { AddEventButton } from "./add-event-button.tsx";
import type { DayContent } from "./day-content.ts";
import { DayNumber } from "./day-number.tsx";
import { EventChip } from "./event-chip.tsx";
import { MissingRolesSign } from "./missing-roles-sign.tsx";

interface DayCellProps {
  readonly day: DayContent;
  /** Only the cell that the focus is in has its links and buttons in the tab order (WAI-ARIA grid pattern). */
  readonly tabIndex: 0 | -1;
  readonly canAdd: boolean;
}

/** A day of the wide calendar: its number, its count, its warning, and all its events. */
export function DayCell({ day, tabIndex, canAdd }: DayCellProps) {
  const { date, kind, events, isMissingRoles } = day;
  return (
    <div className="group/day relative flex min-h-24 flex-col print:min-h-16 px-1 pt-1 pb-1.5 md:px-[5px]">
      <div className="-mr-0.5 flex min-h-[26px] items-start">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-0.5 pt-px">
          <DayNumber date={date} kind={kind} />{" "}
          {events.length === 0 ? null : (
            <span className="text-[min(0.71875rem,1.45vw)]/4 text-ink-2">{eventCount(events.length)}</span>
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
