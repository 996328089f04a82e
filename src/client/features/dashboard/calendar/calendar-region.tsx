import { useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { UserRow } from "#contract/accounts/users.ts";
import type { PlainDate } from "#domain/calendar/calendar.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { usePlayStates } from "#client/line-up/use-play-states.ts";
import { useGroupRules, useNeed } from "#client/planning/planning-hooks.ts";
import { laterPart, lazyPart } from "#client/ui/page/lazy-part.tsx";
import { useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { eventPage } from "#client/pages.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { monthTitle } from "#text/phrases/dates.ts";
import { loadFailureText } from "#text/phrases/load-failures.ts";
import { dayEventsFor } from "../day/calendar-day.ts";
import { DayPanel } from "../day/day-panel.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { MonthHeader } from "./month-header.tsx";
import { SignLegend } from "./sign-legend.tsx";
import { useCalendar } from "./use-calendar.ts";
import { useIsCompact } from "../use-is-compact.ts";

const laterParts = () => import("../later-parts.tsx");
/** Without its code the month can be looked at all the same. */
const MonthActions = laterPart(async () => (await laterParts()).MonthActions);
const MonthAnswers = lazyPart(async () => (await laterParts()).MonthAnswers);

interface CalendarRegionProps {
  readonly events: readonly PlannedEvent[];
  readonly today: PlainDate;
  readonly user: UserRow;
  readonly groupId: string;
  readonly canAdd: boolean;
}

/** The month, and on a phone the chosen day below it. */
export function CalendarRegion({ events, today, user, groupId, canAdd }: CalendarRegionProps) {
  const titleId = useId();
  const [, navigate] = useLocation();
  const isCompact = useIsCompact();
  const stateOf = usePlayStates();
  const userId = user.id;
  const { requiredRolesOf } = useGroupRules();
  const dayEvents = useMemo(
    () => dayEventsFor({ userId, groupId, stateOf, requiredRolesOf }),
    [userId, groupId, stateOf, requiredRolesOf],
  );
  const days = useMemo(() => dayEvents(events), [dayEvents, events]);
  const calendar = useCalendar(today, days.keys());
  const [attempt, setAttempt] = useState(0);
  const [isAnswering, setIsAnswering] = useState(false);
  const needGroupId = may(roleOf(user), "event.see_other_groups") ? null : groupId;
  const status = useNeed({ type: "month", month: calendar.month, groupId: needGroupId }, attempt);
  const { chosen } = calendar;
  useTitle(monthTitle(calendar.month));

  function handleOpenDay(date: PlainDate): void {
    const first = days.get(date)?.[0];
    if (isCompact && date === chosen) calendar.unselectDay();
    else if (isCompact) calendar.choose(date);
    else if (first) navigate(eventPage(first.event.id));
  }

  const shown = { month: calendar.month, today, groupId };
  const actions = <MonthActions {...shown} onAnswer={() => setIsAnswering(true)} />;

  return (
    <section aria-label={dashboardText.calendar} aria-busy={status === "loading"}>
      <MonthHeader
        id={titleId}
        calendar={calendar}
        today={today}
        isCompact={isCompact}
        actions={isCompact ? null : actions}
      />
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
      {isCompact && chosen !== null ? (
        <DayPanel date={chosen} events={days.get(chosen) ?? []} canAdd={canAdd && chosen >= today} />
      ) : null}
      {isCompact ? <div className="mt-4 flex min-h-11 flex-wrap gap-2 print:hidden">{actions}</div> : null}
      <SignLegend isCompact={isCompact} events={events} />
      {isAnswering ? <MonthAnswers {...shown} onClose={() => setIsAnswering(false)} /> : null}
    </section>
  );
}
