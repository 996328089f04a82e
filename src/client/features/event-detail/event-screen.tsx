import { useState } from "react";
import { useParams } from "wouter";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useEvent, useNeed } from "#client/planning/planning-hooks.ts";
import { useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { loadFailureText } from "#text/phrases/load-failures.ts";
import { CalendarDownload } from "./calendar-download.tsx";
import { CriticalRoleList } from "./team/critical-role-list.tsx";
import { EventActions } from "./event-actions.tsx";
import { EventHeader } from "./event-header.tsx";
import { EventNotFound } from "./event-not-found.tsx";
import { EventSkeleton } from "./event-skeleton.tsx";
import { OwnAvailability } from "./own-availability.tsx";
import { PlayRegion } from "./play/play-region.tsx";
import { TeamLists } from "./team/team-lists.tsx";

interface EventPageProps {
  readonly event: PlannedEvent;
  readonly onLeave: () => void;
}

/** On a wide screen the actions are beside the way back; on a phone they come last. */
function EventPage({ event, onLeave }: EventPageProps) {
  useTitle(event.name);
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 md:grid-cols-2 md:grid-rows-[auto_auto_1fr] md:gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_284px] print:grid-cols-2 print:grid-rows-none">
      <div className="md:col-[1/-1] md:row-start-1 print:col-[1/-1]">
        <EventHeader event={event} />
        <CalendarDownload event={event} />
      </div>
      <div className="min-w-0 md:col-start-1 md:row-start-2 print:hidden">
        <OwnAvailability event={event} />
      </div>
      <div className="min-w-0 md:col-start-2 md:row-start-2 lg:row-span-2 print:col-[1/-1] print:row-[2]">
        <PlayRegion event={event} />
      </div>
      <div className="min-w-0 md:col-start-1 md:row-start-3 print:row-[3]">
        <CriticalRoleList availability={event.availability} />
      </div>
      <div className="min-w-0 md:col-start-2 md:row-start-3 lg:col-start-3 lg:row-span-2 lg:row-start-2 print:col-[2] print:row-[3]">
        <TeamLists event={event} />
      </div>
      <div className="min-w-0 md:col-[1/-1] md:row-start-1 md:-mt-2 md:self-start md:justify-self-end">
        <EventActions event={event} onDelete={onLeave} />
      </div>
    </div>
  );
}

/** The event as last shown, for when it is deleted. */
function useLastSeen(event: PlannedEvent | undefined): PlannedEvent | null {
  const [seen, setSeen] = useState<PlannedEvent | null>(null);
  if (event && event !== seen) setSeen(event);
  return event ?? seen;
}

/** One event: the user's own answer, the critical roles, and who comes. */
export function EventScreen() {
  const { eventId = "" } = useParams();
  const event = useEvent(eventId);
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "event", eventId }, attempt);
  const seen = useLastSeen(event);
  const [leftEventId, setLeftEventId] = useState<string | null>(null);
  if (event) return <EventPage event={event} onLeave={() => setLeftEventId(eventId)} />;
  // Deleted on this page: navigation to the dashboard is under way.
  if (leftEventId === eventId) return null;
  if (status === "loading") return <EventSkeleton />;
  if (status === "ready") return <EventNotFound last={seen?.id === eventId ? seen : null} />;
  return <LoadFailure sentence={loadFailureText.event} onRetry={() => setAttempt(attempt + 1)} />;
}
