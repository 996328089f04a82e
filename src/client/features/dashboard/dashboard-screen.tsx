import { type ReactNode, useState } from "react";
import { upcoming } from "#domain/calendar/calendar.ts";
import { may, roleOf } from "#domain/permissions.ts";
import {
  useGroupEvents,
  useGroupNeeds,
  useNeed,
  useSelectedGroupId,
  useVisibleEvents,
} from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useSession, useUser } from "#client/session/session-hooks.ts";
import { laterPart } from "#client/ui/page/lazy-part.tsx";
import { useIsAtLeast } from "#client/ui/page/page-width.ts";
import { CalendarRegion } from "./calendar/calendar-region.tsx";
import { NextToAnswer } from "./upcoming/next-to-answer.tsx";
import { SharingNotice } from "./sharing-notice.tsx";
import { UpcomingList } from "./upcoming/upcoming-list.tsx";
import { useIsCompact } from "./use-is-compact.ts";

/** Optional parts: if their code cannot be loaded, nothing is shown in their place. */
const AddressToConfirm = laterPart(async () => (await import("./later-parts.tsx")).AddressToConfirm);
const FirstSteps = laterPart(async () => (await import("./later-parts.tsx")).FirstSteps);

interface DashboardScreenProps {
  /** Asks whether to join the group. On a phone it is below the next event's two buttons, so that these stay visible. */
  readonly question: ReactNode;
}

/** The month and the next events of the selected group. */
export function DashboardScreen({ question }: DashboardScreenProps) {
  const user = useUser();
  const { isEmailConfirmed } = useSession();
  const today = useToday();
  const groupId = useSelectedGroupId() ?? "";
  const groupEvents = useGroupEvents(groupId);
  const visibleEvents = useVisibleEvents();
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "upcoming", groupId, from: today }, attempt);
  useGroupNeeds([groupId, ...visibleEvents.map((event) => event.groupId)]);
  const isCompact = useIsCompact();
  // Then the next events are beside the month.
  const hasAside = useIsAtLeast("broad");
  const canAdd = may(roleOf(user), "event.create");
  const canShare = may(roleOf(user), "planning.share");
  const firstSteps = canAdd ? <FirstSteps /> : null;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_324px]">
      {isEmailConfirmed === false ? (
        <div className="min-h-21 sm:min-h-18 lg:col-span-full print:hidden">
          <AddressToConfirm />
        </div>
      ) : null}
      {isCompact ? <NextToAnswer events={groupEvents} today={today} status={status} /> : null}
      <div className="-mb-3 empty:hidden max-sm:-mt-3 max-sm:-mb-1 max-sm:first:mt-0 lg:col-span-full print:hidden">
        {question}
        {canShare ? <SharingNotice /> : null}
      </div>
      {hasAside ? null : firstSteps}
      <CalendarRegion events={visibleEvents} today={today} user={user} groupId={groupId} canAdd={canAdd} />
      <div>
        {hasAside ? firstSteps : null}
        <UpcomingList
          events={upcoming(groupEvents, today)}
          status={status}
          canAdd={canAdd}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </div>
    </div>
  );
}
