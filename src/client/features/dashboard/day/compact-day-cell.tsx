import { EventSign, listState } from "#client/domain-ui/event-sign.tsx";
import { LIST_STATE_WORDS } from "#text/availability.ts";
import { eventCount, moreEvents } from "#text/dashboard.ts";
import { shownSigns } from "./calendar-day.ts";
import type { DayContent } from "./day-content.ts";
import { DayNumber } from "./day-number.tsx";
import { MissingRolesSign } from "./missing-roles-sign.tsx";

/** A day of the phone's month: its number and the signs of its events, which are listed below once it is chosen. */
export function CompactDayCell({ day: { date, kind, events } }: { readonly day: DayContent }) {
  const { isWarned, shown, more } = shownSigns(events);
  const warning = shown.find(({ state }) => state === "roles_to_fill");
  return (
    <div className="flex h-[45px] flex-col items-center pt-[3px]">
      <DayNumber date={date} kind={kind} />{" "}
      {events.length === 0 ? null : <span className="sr-only">{eventCount(events.length)}</span>}{" "}
      <span className="flex h-4 items-center gap-0.5">
        {isWarned ? <MissingRolesSign size={13} /> : null}
        {shown.map((dayEvent) =>
          dayEvent === warning ? (
            <MissingRolesSign key={dayEvent.event.id} size={13} />
          ) : (
            <EventSign
              key={dayEvent.event.id}
              state={listState(dayEvent.state)}
              label={LIST_STATE_WORDS[dayEvent.state]}
              size={13}
            />
          ),
        )}
        {more === 0 ? null : <span className="text-count text-ink-2">{moreEvents(more)}</span>}
      </span>
    </div>
  );
}
