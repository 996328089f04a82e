import { useRef, useState } from "react";
import { useParams } from "wouter";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useEvent, useNeed } from "#client/planning/planning-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { loadFailureText } from "#text/phrases/load-failures.ts";
import { CriticalRoleList } from "./team/critical-role-list.tsx";
import { EventActions } from "./event-actions.tsx";
import { EventHeader } from "./event-header.tsx";
import { EventNotFound } from "./event-not-found.tsx";
import { EventSkeleton } from "./event-skeleton.tsx";
import { EventTurns } from "./event-turns.tsx";
import type { LineUpFocus } from "./kept/line-up-focus.ts";
import { OwnAvailability } from "./own-availability.tsx";
import { OwnReplacement } from "./replacement/own-replacement.tsx";
import { PlayRegion } from "./play/play-region.tsx";
import { TeamLists } from "./team/team-lists.tsx";

function LineUpPlace() {
  return <Skeleton className="h-[420px] rounded-card" />;
}

const KeptLineUp = lazyPart(async () => (await import("./kept/kept-line-up.tsx")).KeptLineUp, LineUpPlace);

interface EventPageProps {
  readonly event: PlannedEvent;
  readonly onLeave: () => void;
}

/**
 * On a phone one column, in the order of the numbers. From 900 px on two that are filled independently; from 1180 on the
 * line-up and the play region stand side by side in the right one. On paper the roles are beside the team.
 */
const GRID =
  "grid grid-cols-1 gap-x-4 gap-y-3 md:grid-cols-2 md:items-start md:gap-y-4 lg:grid-cols-[376px_minmax(0,1fr)] print:grid-cols-2";

const PLACES = {
  header: "md:col-[1/-1] md:row-start-1 print:col-[1/-1]",
  left: "contents md:flex md:min-w-0 md:flex-col md:gap-4 print:contents",
  right: "contents md:grid md:min-w-0 md:grid-cols-1 md:gap-4 lg:grid-cols-2 print:contents",
  mine: "order-1 min-w-0 print:hidden",
  lineUp: "order-2 min-w-0 print:col-[1/-1]",
  playAlone: "order-3 min-w-0 lg:col-[1/-1] print:col-[1/-1]",
  playBeside: "order-3 min-w-0 print:col-[1/-1]",
  roles: "order-4 min-w-0",
  team: "order-5 min-w-0 lg:col-[1/-1] print:col-auto",
  actions: "order-6 min-w-0 md:col-[1/-1] md:row-start-1 md:-mt-2 md:self-start md:justify-self-end",
};

/** On a wide screen the actions are beside the way back; on a phone they come last. */
function EventPage({ event, onLeave }: EventPageProps) {
  useTitle(event.name);
  const focusRef = useRef<LineUpFocus>(null);
  const isKept = event.lineUp !== undefined;
  return (
    <EventTurns event={event}>
      <div className={GRID}>
        <div className={PLACES.header}>
          <EventHeader event={event} />
        </div>
        <div className={PLACES.left}>
          <div className={PLACES.mine}>
            <OwnAvailability event={event} />
            <OwnReplacement event={event} />
          </div>
          <div className={PLACES.roles}>
            <CriticalRoleList event={event} />
          </div>
        </div>
        <div className={PLACES.right}>
          {isKept ? (
            <div className={PLACES.lineUp}>
              <KeptLineUp event={event} focusRef={focusRef} />
            </div>
          ) : null}
          <div className={isKept ? PLACES.playBeside : PLACES.playAlone}>
            <PlayRegion event={event} focusRef={focusRef} />
          </div>
          <div className={PLACES.team}>
            <TeamLists event={event} />
          </div>
        </div>
        <div className={PLACES.actions}>
          <EventActions event={event} onDelete={onLeave} />
        </div>
      </div>
    </EventTurns>
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
