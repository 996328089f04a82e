import { useState } from "react";
import { useParams } from "wouter";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning.ts";
import { LoadFailure } from "#client/domain-ui/load-failure.tsx";
import { useEvent, useNeed } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useTitle } from "#client/ui/screen-title.tsx";
import { loadFailureText } from "#text/load-failures.ts";
import { CriticalRoleList } from "./critical-role-list.tsx";
import { EventDeletion } from "./event-deletion.tsx";
import { EventHeader } from "./event-header.tsx";
import { EventNotFound } from "./event-not-found.tsx";
import { EventSkeleton } from "./event-skeleton.tsx";
import { OwnAvailability } from "./own-availability.tsx";
import { PlayRegion } from "./play-region.tsx";
import { TeamLists } from "./team-lists.tsx";

interface EventPageProps {
  readonly event: PlannedEvent;
  readonly onLeave: () => void;
}

/** On a wide screen the deletion stands beside the title, on the phone it comes last. */
function EventPage({ event, onLeave }: EventPageProps) {
  useTitle(event.name);
  const canDelete = may(roleOf(useUser()), "event.delete");
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 md:grid-cols-2 md:grid-rows-[auto_auto_1fr] md:gap-y-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_284px]">
      <div className={`md:col-[1/-1] md:row-start-1 ${canDelete ? "md:pr-60" : ""}`}>
        <EventHeader event={event} />
      </div>
      <div className="min-w-0 md:col-start-1 md:row-start-2">
        <OwnAvailability event={event} />
      </div>
      <div className="min-w-0 md:col-start-2 md:row-start-2 lg:row-span-2">
        <PlayRegion event={event} />
      </div>
      <div className="min-w-0 md:col-start-1 md:row-start-3">
        <CriticalRoleList availability={event.availability} />
      </div>
      <div className="min-w-0 md:col-start-2 md:row-start-3 lg:col-start-3 lg:row-span-2 lg:row-start-2">
        <TeamLists event={event} />
      </div>
      {canDelete ? (
        <div className="justify-self-center md:col-[1/-1] md:row-start-1 md:self-end md:justify-self-end">
          <EventDeletion event={event} onDelete={onLeave} />
        </div>
      ) : null}
    </div>
  );
}

/** One event: the reader's own answer, the critical roles, and who comes. */
export function EventScreen() {
  const { eventId = "" } = useParams();
  const event = useEvent(eventId);
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "event", eventId }, attempt);
  const [leftEventId, setLeftEventId] = useState<string | null>(null);
  if (event) return <EventPage event={event} onLeave={() => setLeftEventId(eventId)} />;
  // Deleted from this very page: the way back is already under way.
  if (leftEventId === eventId) return null;
  if (status === "loading") return <EventSkeleton />;
  if (status === "ready") return <EventNotFound />;
  return <LoadFailure sentence={loadFailureText.event} onRetry={() => setAttempt(attempt + 1)} />;
}
