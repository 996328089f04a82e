import { eventCount } from "#text/dashboard.ts";
import { AddEventButton } from "./add-event-button.tsx";
import type { DayContent } from "./day-content.ts";
import { DayNumber } from "./day-number.tsx";
import { EventChip } from "./event-chip.tsx";
import { MissingRolesSign } from "./missing-roles-sign.tsx";

interface DayCellProps {
  readonly day: DayContent;
  /** Only the cell that the keyboard stands on has its links and buttons in the tab order (WAI-ARIA grid pattern). */
  readonly tabIndex: 0 | -1;
  readonly canAdd: boolean;
}

/** A day of the wide calendar: its number, its count, its warning, and all its events. */
export function DayCell({ day, tabIndex, canAdd }: DayCellProps) {
  const { date, kind, events, isMissingRoles } = day;
  return (
    <div className="group/day relative flex min-h-24 flex-col px-1 pt-1 pb-1.5 md:px-[5px]">
      <div className="-mr-1 flex min-h-[26px] flex-wrap items-center gap-x-0.5 [@media(hover:none)]:pr-8">
        <DayNumber date={date} kind={kind} />{" "}
        {events.length === 0 ? null : (
          <span className="text-count whitespace-nowrap text-ink-2">{eventCount(events.length)}</span>
        )}{" "}
        {isMissingRoles ? <MissingRolesSign size={15} className="ml-auto" /> : null}
      </div>
      {canAdd ? (
        <AddEventButton
          date={date}
          tabIndex={tabIndex}
          className={`absolute top-[3px] h-7! w-6! rounded-chip! bg-primary-soft opacity-0 transition-opacity duration-120 group-focus-within/day:opacity-100 group-hover/day:opacity-100 in-focus:opacity-100 [@media(hover:none)]:opacity-100 ${isMissingRoles ? "right-5" : "right-[3px]"}`}
        />
      ) : null}
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
