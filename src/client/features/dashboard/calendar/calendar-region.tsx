import { Calendar as CalendarIcon, ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { usePlayStates } from "#client/line-up/use-play-questions.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { AnswerSign } from "#client/music/signs/answer-sign.tsx";
import { EventSign } from "#client/music/signs/event-sign.tsx";
import { LegendEntry } from "#client/music/signs/legend-entry.tsx";
import { eventPage, PAGES } from "#client/pages.ts";
import { useGroupRules, useMay, useNeed } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { laterPart, lazyPart } from "#client/ui/page/lazy-part.tsx";
import { useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { canShow } from "#contract/calendar-view.ts";
import { addMonths, dayOfMonth, type PlainDate } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { actionText, loadFailureText } from "#text/phrases/actions.ts";
import { ANSWER_WORDS, LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { monthTitle } from "#text/phrases/dates.ts";
import { dayEventsFor } from "../day/calendar-day.ts";
import { DayPanel } from "../day/day-panel.tsx";
import { Repairable } from "../for-leaders.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { type Calendar, useCalendar, useIsCompact } from "./use-calendar.ts";

interface MonthHeaderProps {
  readonly id: string;
  readonly calendar: Calendar;
  readonly today: PlainDate;
  readonly isCompact: boolean;
  /** Buttons for the month, beside its name on a wide screen. */
  readonly actions: ReactNode;
}

interface TodayButtonProps extends Pick<MonthHeaderProps, "today" | "isCompact"> {
  readonly onPress: () => void;
}

const STEP_CLASS = "w-[38px]! sm:w-11! sm:border-[1.5px] sm:border-line sm:bg-surface";

/** On a phone only an icon is visible: a calendar sheet with today's number. */
function TodayButton({ today, isCompact, onPress }: TodayButtonProps) {
  if (!isCompact)
    return (
      <Button size="compact" className="border-line" onClick={onPress}>
        {dashboardText.today}
      </Button>
    );
  // The number is part of the icon; the button's accessible name is its text.
  const icon = (
    <span className="relative flex items-center justify-center" aria-hidden="true">
      <CalendarIcon className="size-[22px]" />
      <span
        data-number={dayOfMonth(today)}
        className="absolute top-[9px] bg-bg text-[9px]/[10px] font-bold after:content-[attr(data-number)]"
      />
    </span>
  );
  return <IconButton label={dashboardText.today} icon={icon} className={STEP_CLASS} onClick={onPress} />;
}

function MonthHeader({ id, calendar, today, isCompact, actions }: MonthHeaderProps) {
  const [, navigate] = useLocation();
  const [previous, next] = [addMonths(calendar.month, -1), addMonths(calendar.month, 1)];
  return (
    <div className="-mt-3.5 -mr-2 mb-1 flex min-h-13 flex-wrap items-center sm:-mt-1.5 sm:mr-0 sm:gap-x-2">
      <BackButton label={actionText.back} isCompact onClick={() => navigate(PAGES.groupChoice)} />
      <h1
        id={id}
        aria-live="polite"
        className="ml-1.5 min-w-0 grow basis-32 font-title text-month sm:basis-auto sm:whitespace-nowrap min-[80rem]:ml-4 lg:max-[80rem]:text-[1.375rem]"
      >
        {monthTitle(calendar.month)}
      </h1>
      <div className="ml-auto flex flex-none items-center sm:gap-1 min-[80rem]:gap-2">
        {actions}
        <TodayButton today={today} isCompact={isCompact} onPress={calendar.showToday} />
        <IconButton
          label={dashboardText.previousMonth}
          icon={<ChevronLeft className="size-[22px] sm:size-[18px]" />}
          className={STEP_CLASS}
          disabled={!canShow(previous)}
          onClick={() => calendar.showMonth(previous)}
        />
        <IconButton
          label={dashboardText.nextMonth}
          icon={<ChevronRight className="size-[22px] sm:size-[18px]" />}
          className={STEP_CLASS}
          disabled={!canShow(next)}
          onClick={() => calendar.showMonth(next)}
        />
      </div>
    </div>
  );
}

/** Without `fragile`, which looks like `complete` in the calendar. */
const STATES = ["complete", "not_together", "roles_to_fill", "out_of_reach"] as const;
const ANSWERS = ["present", "absent", null] as const;

interface SignLegendProps {
  readonly isCompact: boolean;
  /** The repair sign is explained only if one of these events has it. Otherwise the legend would need a second line. */
  readonly events: readonly PlannedEvent[];
}

/** One line under the wide calendar; collapsed on a phone. */
function SignLegend({ isCompact, events }: SignLegendProps) {
  const signs = (
    <ul className={`flex flex-wrap items-center gap-x-4 gap-y-1.5 text-tiny text-ink-2 ${isCompact ? "" : "mt-4"}`}>
      {STATES.map((state) => (
        <LegendEntry key={state} sign={<EventSign state={state} size={15} />} word={LIST_STATE_WORDS[state]} />
      ))}
      <Repairable events={events} as="entry" />
      {ANSWERS.map((answer) => (
        // The user's own answers are not printed.
        <LegendEntry
          key={answer}
          className="print:hidden"
          sign={<AnswerSign answer={answer} size={15} />}
          word={ANSWER_WORDS[answer ?? "none"]}
        />
      ))}
    </ul>
  );
  if (!isCompact) return signs;
  return (
    <details className="mt-2 px-1">
      <summary className="min-h-11 content-center text-small text-ink-2">{dashboardText.legend}</summary>
      {signs}
    </details>
  );
}

const importParts = () => import("../later-parts.tsx");
/** Loaded once the page is idle, because the month can be read without it. */
const MonthActions = laterPart(async () => (await importParts()).MonthActions);
const MonthAnswers = lazyPart(async () => (await importParts()).MonthAnswers);

interface CalendarRegionProps {
  readonly events: readonly PlannedEvent[];
  readonly today: PlainDate;
  readonly groupId: string;
  readonly canAdd: boolean;
}

/** The calendar of a month. On a phone, a tap on a day lists its events below the month; else it opens the first one. */
export function CalendarRegion({ events, today, groupId, canAdd }: CalendarRegionProps) {
  const titleId = useId();
  const [, navigate] = useLocation();
  const isCompact = useIsCompact();
  const stateOf = usePlayStates();
  const userId = useUser().id;
  const { requiredRolesOf } = useGroupRules();
  const groupByDay = useMemo(
    () => dayEventsFor({ userId, groupId, stateOf, requiredRolesOf }),
    [userId, groupId, stateOf, requiredRolesOf],
  );
  const days = useMemo(() => groupByDay(events), [groupByDay, events]);
  const calendar = useCalendar(today, days.keys());
  const [attempt, setAttempt] = useState(0);
  const [isAnswering, setIsAnswering] = useState(false);
  /** `null`: all groups. */
  const loadedGroupId = useMay("event.see_other_groups") ? null : groupId;
  const status = useNeed({ type: "month", month: calendar.month, groupId: loadedGroupId }, attempt);
  const { chosen } = calendar;
  useTitle(monthTitle(calendar.month));

  function handleOpenDay(date: PlainDate): void {
    const first = days.get(date)?.[0];
    if (isCompact && date === chosen) calendar.unselectDay();
    else if (isCompact) calendar.choose(date);
    else if (first) navigate(eventPage(first.event.id));
  }

  const shownMonth = { month: calendar.month, today, groupId };
  const actions = <MonthActions {...shownMonth} onAnswer={() => setIsAnswering(true)} />;

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
      {isAnswering ? <MonthAnswers {...shownMonth} onClose={() => setIsAnswering(false)} /> : null}
    </section>
  );
}
