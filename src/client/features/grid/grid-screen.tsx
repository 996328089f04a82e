import { ChevronLeft, ChevronRight, Download, Printer } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { gridPage, monthPage } from "#client/pages.ts";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { useGroupEvents, useGroupRules, useNeed, useSelectedGroup } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { WayBack } from "#client/screen/screen-head.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { saveTextFile } from "#client/ui/page/save-file.ts";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { canShow, viewOf } from "#contract/calendar-view.ts";
import { addMonths, monthKey, type YearMonth } from "#domain/calendar/calendar.ts";
import { type AnswerTable, answerTable } from "#domain/planning/answers/answer-table.ts";
import { gridCsv, gridFileName, gridText } from "#text/grid/grid.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { monthTitle } from "#text/phrases/dates.ts";
import { GridSheet } from "./grid-sheet.tsx";
import "./grid.css";

const STEP_CLASS = "border-[1.5px] border-line bg-surface";

/** The month in the address, and a function that shows another one. */
function useShownMonth(): readonly [YearMonth, (month: YearMonth) => void] {
  const [, navigate] = useLocation();
  const { month } = viewOf(new URLSearchParams(useSearch()), useToday());
  return [month, (next) => navigate(gridPage(monthKey(next)), { replace: true })];
}

function MonthSteps({ month, onShow }: { readonly month: YearMonth; readonly onShow: (month: YearMonth) => void }) {
  const [previous, next] = [addMonths(month, -1), addMonths(month, 1)];
  return (
    <div className="flex gap-2">
      <IconButton
        label={gridText.previousMonth}
        icon={<ChevronLeft />}
        className={STEP_CLASS}
        disabled={!canShow(previous)}
        onClick={() => onShow(previous)}
      />
      <IconButton
        label={gridText.nextMonth}
        icon={<ChevronRight />}
        className={STEP_CLASS}
        disabled={!canShow(next)}
        onClick={() => onShow(next)}
      />
    </div>
  );
}

/** Print and CSV download. Both work offline. */
function ExportButtons({ table, month }: { readonly table: AnswerTable; readonly month: YearMonth }) {
  return (
    <div className="flex grow flex-wrap gap-2 *:grow sm:grow-0 sm:*:grow-0 md:ml-auto">
      <Button icon={<Printer />} size="compact" onClick={() => print()}>
        {gridText.print}
      </Button>
      <Button
        icon={<Download />}
        size="compact"
        onClick={() => saveTextFile(gridFileName(month), gridCsv(table), "text/csv;charset=utf-8")}
      >
        {gridText.download}
      </Button>
    </div>
  );
}

/** The grid: the answers of all members of the selected group to all events of a month, as a table. */
export function GridScreen() {
  const [month, showMonth] = useShownMonth();
  const group = useSelectedGroup();
  const groupId = group?.id ?? "";
  const [attempt, setAttempt] = useState(0);
  const monthStatus = useNeed({ type: "month", month, groupId }, attempt);
  const groupStatus = useNeed({ type: "group", groupId }, attempt);
  const peopleStatus = usePeopleStatus();
  const events = useGroupEvents(groupId);
  const members = useMembers(groupId, usePeople());
  const { requiredRolesOf } = useGroupRules();
  const monthName = monthKey(month);
  const table = useMemo(
    () => answerTable(events, month, members, requiredRolesOf),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `month` is a new object each time, `monthName` is not
    [events, monthName, members, requiredRolesOf],
  );
  useTitle(gridText.title);

  function renderSheet(): ReactNode {
    if (peopleStatus === "failed") return <LoadFailure sentence={gridText.nobodyKnown} />;
    if (monthStatus === "failed" || groupStatus === "failed") {
      return <LoadFailure sentence={loadFailureText.month} onRetry={() => setAttempt(attempt + 1)} />;
    }
    if (group === null || [monthStatus, groupStatus, peopleStatus].includes("loading")) {
      return <Skeleton className="h-96 rounded-event" />;
    }
    if (table.columns.length === 0) {
      return (
        <div className="rounded-event bg-surface px-4 py-12 shadow-1">
          <EmptyStaff title={gridText.noEvent} hint={gridText.noEventHint} />
        </div>
      );
    }
    return <GridSheet table={table} month={month} group={group} />;
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="-mt-2 flex flex-wrap items-center gap-2 sm:gap-x-4 print:hidden">
        <div className="md:basis-full">
          <WayBack to={monthPage(monthName)} isCompact />
        </div>
        <div className="max-sm:basis-[calc(100%-3rem)]">
          <ScreenTitle>{gridText.title}</ScreenTitle>
        </div>
        <p aria-live="polite" className="grow font-title text-month text-ink-2 sm:grow-0">
          {monthTitle(month)}
        </p>
        <MonthSteps month={month} onShow={showMonth} />
        <ExportButtons table={table} month={month} />
      </div>
      {renderSheet()}
    </div>
  );
}
