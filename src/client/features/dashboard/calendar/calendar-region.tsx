import { useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { UserRow } from "#contract/accounts.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { LoadFailure } from "#client/domain-ui/load-failure.tsx";
import { usePlayStates } from "#client/line-up/use-play-states.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { useMediaQuery } from "#client/ui/media-query.ts";
import { useTitle } from "#client/ui/screen-title.tsx";
import { dashboardText } from "#text/dashboard.ts";
import { monthTitle } from "#text/dates.ts";
import { loadFailureText } from "#text/load-failures.ts";
import { dayEvents } from "./calendar-day.ts";
import { DayPanel } from "./day-panel.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthHeader } from "./month-header.tsx";
import { SignLegend } from "./sign-legend.tsx";
import { useCalendar } from "./use-calendar.ts";

interface CalendarRegionProps {
  readonly events: readonly PlannedEvent[];
  readonly today: PlainDate;
  readonly user: UserRow;
  readonly groupId: string;
  readonly canAdd: boolean;
}

/** Narrower than this a thumb cannot aim inside a cell: a tap chooses the day. */
const COMPACT = "(width < 37.5rem)";

/** The month, and on the phone the chosen day under it. */
export function CalendarRegion({ events, today, user, groupId, canAdd }: CalendarRegionProps) {
  const titleId = useId();
  const [, navigate] = useLocation();
  const isCompact = useMediaQuery(COMPACT);
  const stateOf = usePlayStates();
  const userId = user.id;
  const days = useMemo(() => dayEvents(events, { userId, groupId, stateOf }), [events, userId, groupId, stateOf]);
  const calendar = useCalendar(today, days.keys());
  const [attempt, setAttempt] = useState(0);
  const needGroupId = may(roleOf(user), "event.see_other_groups") ? null : groupId;
  const status = useNeed({ type: "month", month: calendar.month, groupId: needGroupId }, attempt);
  useTitle(monthTitle(calendar.month));

  function handleOpenDay(date: PlainDate): void {
    const first = days.get(date)?.[0];
    if (isCompact) calendar.choose(date);
    else if (first) navigate(`/events/${first.event.id}`);
  }

  return (
    <section aria-label={dashboardText.calendar} aria-busy={status === "loading"}>
      <MonthHeader id={titleId} calendar={calendar} today={today} isCompact={isCompact} />
      {status === "failed" ? (
        <LoadFailure sentence={loadFailureText.month} onRetry={() => setAttempt(attempt + 1)} />
      ) : null}
      <MonthGrid
        titleId={titleId}
        calendar={calendar}
        today={today}
        days={days}
        isCompact={isCompact}
        canAdd={canAdd}
        isLoading={status === "loading"}
        onOpenDay={handleOpenDay}
      />
      {isCompact ? (
        <DayPanel date={calendar.day} events={days.get(calendar.day) ?? []} canAdd={canAdd && calendar.day >= today} />
      ) : null}
      <SignLegend isCompact={isCompact} />
    </section>
  );
}
