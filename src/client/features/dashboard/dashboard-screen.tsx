import { type ReactNode, useState, useId } from "react";
import { useEntrusted } from "#client/family/entrusted-hooks.ts";
import { EventCardSkeleton } from "#client/loading/event-card-skeleton.tsx";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import {
  useGroupEvents,
  useGroupNeeds,
  useMay,
  useNeed,
  useSelectedGroupId,
  useVisibleEvents,
} from "#client/planning/planning-hooks.ts";
import type { NeedStatus } from "#client/planning/planning-source.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useNow, useToday } from "#client/planning/today.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { laterPart, lazyPart } from "#client/ui/page/lazy-part.tsx";
import { useIsAtLeast } from "#client/ui/page/page-width.ts";
import { upcoming } from "#domain/calendar/calendar.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { CalendarRegion } from "./calendar/calendar-region.tsx";
import { useIsCompact } from "./calendar/use-calendar.ts";
import { EventCard } from "./upcoming/event-card.tsx";
import { NextToAnswer } from "./upcoming/next-to-answer.tsx";

interface UpcomingListProps {
  readonly events: readonly PlannedEvent[];
  readonly status: NeedStatus;
  readonly canAdd: boolean;
  readonly onRetry: () => void;
}

const NothingUpcoming = lazyPart(async () => (await import("./later-parts.tsx")).NothingUpcoming);

/** The next events of the selected group (specification §2, "Upcoming list"). */
function UpcomingList({ events, status, canAdd, onRetry }: UpcomingListProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} aria-busy={status === "loading"}>
      <h2 id={titleId} className="mb-3 px-1 font-title text-title lg:-mt-1.5 lg:mb-1 lg:flex lg:h-13 lg:items-center">
        {dashboardText.upcoming}
      </h2>
      {status === "loading" ? <EventCardSkeleton /> : null}
      {status === "failed" ? <LoadFailure sentence={loadFailureText.upcoming} onRetry={onRetry} /> : null}
      {status === "ready" && events.length === 0 ? <NothingUpcoming canAdd={canAdd} /> : null}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-1 print:grid-cols-3">
        {events.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

/** Loaded only for admins of a local planning. */
const OnlyHereLine = lazyPart(async () => (await import("./only-here-line.tsx")).OnlyHereLine);

const FamilyToAnswer = lazyPart(async () => (await import("./later-parts.tsx")).FamilyToAnswer);

/** If the code of these parts cannot be loaded, nothing is shown in their place. */
const AddressToConfirm = laterPart(async () => (await import("./later-parts.tsx")).AddressToConfirm);
const FirstSteps = laterPart(async () => (await import("./later-parts.tsx")).FirstSteps);

interface DashboardScreenProps {
  /** Asks whether to join the group. On a phone it is below the next event to answer, which must stay visible. */
  readonly question: ReactNode;
}

/** The start page of a group: its month, its next events, and what the user should do next. */
export function DashboardScreen({ question }: DashboardScreenProps) {
  const { isEmailConfirmed } = useSession();
  const today = useToday();
  const now = useNow();
  const groupId = useSelectedGroupId() ?? "";
  const groupEvents = useGroupEvents(groupId);
  const visibleEvents = useVisibleEvents();
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "upcoming", groupId, from: today }, attempt);
  useGroupNeeds([groupId, ...visibleEvents.map((event) => event.groupId)]);
  const isCompact = useIsCompact();
  const ToAnswer = useEntrusted().length > 0 ? FamilyToAnswer : NextToAnswer;
  /** Whether the next events are beside the month, not below it. */
  const hasAside = useIsAtLeast("broad");
  const canAdd = useMay("event.create", groupId);
  const canShare = useMay("planning.share");
  const isLocal = useSharingState() === "local";
  // The first steps are for admins only.
  const firstSteps = canShare ? <FirstSteps /> : null;
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_324px]">
      {isEmailConfirmed === false ? (
        <div className="min-h-21 sm:min-h-18 lg:col-span-full print:hidden">
          <AddressToConfirm />
        </div>
      ) : null}
      {isCompact ? <ToAnswer events={groupEvents} now={now} status={status} groupId={groupId} /> : null}
      <div className="-mb-3 empty:hidden max-sm:-mt-3 max-sm:-mb-1 max-sm:first:mt-0 lg:col-span-full print:hidden">
        {question}
        {canShare && isLocal ? <OnlyHereLine /> : null}
      </div>
      {hasAside ? null : firstSteps}
      <CalendarRegion events={visibleEvents} today={today} groupId={groupId} canAdd={canAdd} />
      <div>
        {hasAside ? firstSteps : null}
        <UpcomingList
          events={upcoming(groupEvents, now)}
          status={status}
          canAdd={canAdd}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </div>
    </div>
  );
}
