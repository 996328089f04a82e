import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { ListSign } from "#client/music/signs/list-sign.tsx";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import { eventCount, moreEvents } from "#text/dashboard/dashboard.ts";
import { ownAnswers, shownSigns } from "./calendar-day.ts";
import { Repairable } from "../repairs/repairable.tsx";
import type { DayContent } from "./day-content.ts";
import { DayNumber } from "./day-number.tsx";
import { MissingRolesSign } from "./missing-roles-sign.tsx";

/**
 * A day in a phone's month: its number, the user's own answers, and the signs of its events. The events are listed
 * below the month when the day is chosen.
 */
export function CompactDayCell({ day: { date, kind, events } }: { readonly day: DayContent }) {
  const { isWarned, shown, more } = shownSigns(events);
  const warning = shown.find(({ state }) => state === "roles_to_fill");
  return (
    <div className="relative flex min-h-[45px] flex-col items-center pt-[3px]">
      <DayNumber date={date} kind={kind} />{" "}
      {events.length === 0 ? null : <span className="sr-only">{eventCount(events.length)}</span>}{" "}
      <span className="absolute top-[3px] right-px flex flex-col gap-px">
        {ownAnswers(events, kind === "past").map((answer) => (
          <AnswerSign key={answer} answer={answer} label={ANSWER_WORDS[answer ?? "none"]} size={11} />
        ))}
      </span>
      <span className="flex h-4 items-center gap-0.5">
        {isWarned ? <MissingRolesSign size={13} /> : null}
        {shown.map((dayEvent) => {
          const { event, state, isMissingRoles } = dayEvent;
          if (dayEvent === warning) return <MissingRolesSign key={event.id} size={13} />;
          const sign = <ListSign key={event.id} state={state} size={13} />;
          // There is room for one sign: what is missing comes first.
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
