import { CalendarDays, MapPin } from "lucide-react";
import { useRef, useState } from "react";
import { useParams, useLocation } from "wouter";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { SoftText } from "#client/music/soft-text.tsx";
import { PAGES } from "#client/pages.ts";
import { usePeople } from "#client/people/people-hooks.ts";
import { useEvent, useLastKnownEvent, useNeed } from "#client/planning/planning-hooks.ts";
import { useDeleter } from "#client/planning/team-hooks.ts";
import { WayBack } from "#client/screen/screen-head.tsx";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { LinkedText } from "#client/ui/surfaces/linked-text.tsx";
import { useTitle, ScreenTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventText } from "#text/event/event.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { fromStartToEnd } from "#text/phrases/event-times.ts";
import { byWhom, arrivalText, shownEventDeleted } from "#text/shell/notices.ts";
import { EventActions } from "./event-actions.tsx";
import { EventTurns } from "./event-turns.tsx";
import type { LineUpFocus } from "./kept/line-up-focus.ts";
import { OwnAvailability, OwnReplacement } from "./own-availability.tsx";
import { PlayRegion } from "./play/play-region.tsx";
import { useProgramme } from "./programme/programme-region.tsx";
import { CriticalRoleList } from "./team/critical-role-list.tsx";
import { TeamLists } from "./team/team-lists.tsx";

function EventSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4 pt-11">
      <Skeleton className="h-9 w-60 max-w-full rounded-chip" />
      <Skeleton className="h-5 w-72 max-w-full rounded-chip" />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-48 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}

function DeletionNotice({ event }: { readonly event: PlannedEvent }) {
  const author = byWhom(useDeleter(event), useUser().id, usePeople());
  return <span>{shownEventDeleted(event, author)}</span>;
}

/** Shown if the event does not exist. `lastKnown`: its last version, if it was deleted while the user looked at it. */
function EventNotFound({ lastKnown }: { readonly lastKnown: PlannedEvent | null }) {
  const [, navigate] = useLocation();
  const sentence = sentenceOf("event.not_found");
  useTitle(sentence);
  return (
    <div className="flex flex-col items-center gap-6 py-16 text-center">
      <div>
        <ScreenTitle>{sentence}</ScreenTitle>
        <p role="status" className="mt-2 text-balance wrap-anywhere text-ink-2">
          {lastKnown === null ? arrivalText.eventUnknown : <DeletionNotice event={lastKnown} />}
        </p>
      </div>
      <Button variant="primary" onClick={() => navigate(PAGES.home)}>
        {eventText.backToDashboard}
      </Button>
    </div>
  );
}

function EventHeader({ event }: { readonly event: PlannedEvent }) {
  return (
    <header className="-mt-2">
      <WayBack />
      <ScreenTitle>
        <SoftText>{event.name}</SoftText>
      </ScreenTitle>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-body text-ink-2">
        <p className="flex gap-2">
          <CalendarDays className="mt-[3px]" />
          {fromStartToEnd(event)}
        </p>
        <p className="flex min-w-0 gap-2">
          <MapPin className="mt-[3px]" />
          <span className="min-w-0">{event.location}</span>
        </p>
      </div>
      {event.details === undefined ? null : (
        <LinkedText className="mt-2 max-w-prose text-body">{event.details}</LinkedText>
      )}
    </header>
  );
}

const KeptLineUp = lazyPart(
  async () => (await import("./kept/kept-line-up.tsx")).KeptLineUp,
  () => <Skeleton className="h-[420px] rounded-card" />,
);

/**
 * Phone: one column, in the order of the `order-` classes. From 900 px: two columns, filled independently. From 1180 px:
 * line-up and play region are side by side in the right column. Paper: the roles are beside the team.
 */
const GRID =
  "grid grid-cols-1 gap-x-4 gap-y-3 md:grid-cols-2 md:items-start md:gap-y-4 lg:grid-cols-[376px_minmax(0,1fr)] print:grid-cols-2";

const AREAS = {
  header: "md:col-[1/-1] md:row-start-1 print:col-[1/-1]",
  left: "contents md:flex md:min-w-0 md:flex-col md:gap-4 print:contents",
  right: "contents md:grid md:min-w-0 md:grid-cols-1 md:gap-4 lg:grid-cols-2 print:contents",
  /** The programme's editor is above everything else, at full width. */
  editor: "min-w-0 md:col-[1/-1]",
  programme: "order-1 min-w-0 print:col-[1/-1]",
  ownAnswer: "order-1 min-w-0 print:hidden",
  lineUp: "order-2 min-w-0 print:col-[1/-1]",
  playAlone: "order-3 min-w-0 lg:col-[1/-1] print:col-[1/-1]",
  playBeside: "order-3 min-w-0 print:col-[1/-1]",
  roles: "order-4 min-w-0",
  team: "order-5 min-w-0 lg:col-[1/-1] print:col-auto",
  actions: "order-6 min-w-0 md:col-[1/-1] md:row-start-1 md:-mt-2 md:self-start md:justify-self-end",
};

function EventPage({ event, onDelete }: { readonly event: PlannedEvent; readonly onDelete: () => void }) {
  useTitle(event.name);
  const focusRef = useRef<LineUpFocus>(null);
  const isKept = event.lineUp !== undefined;
  const programme = useProgramme(event);
  return (
    <EventTurns event={event}>
      <div className={GRID}>
        <div className={AREAS.header}>
          <EventHeader event={event} />
        </div>
        {programme.editor === null ? null : <div className={AREAS.editor}>{programme.editor}</div>}
        <div className={AREAS.left}>
          <div className={AREAS.ownAnswer}>
            <OwnAvailability event={event} />
            <OwnReplacement event={event} />
          </div>
          {programme.region === null ? null : <div className={AREAS.programme}>{programme.region}</div>}
          <div className={AREAS.roles}>
            <CriticalRoleList event={event} />
          </div>
        </div>
        <div className={AREAS.right}>
          {isKept ? (
            <div className={AREAS.lineUp}>
              <KeptLineUp event={event} focusRef={focusRef} />
            </div>
          ) : null}
          <div className={isKept ? AREAS.playBeside : AREAS.playAlone}>
            <PlayRegion event={event} focusRef={focusRef} />
          </div>
          <div className={AREAS.team}>
            <TeamLists event={event} />
          </div>
        </div>
        <div className={AREAS.actions}>
          <EventActions event={event} onDelete={onDelete} />
        </div>
      </div>
    </EventTurns>
  );
}

export function EventScreen() {
  const { eventId = "" } = useParams();
  const event = useEvent(eventId);
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "event", eventId }, attempt);
  const lastKnown = useLastKnownEvent(eventId);
  const [deletedId, setDeletedId] = useState<string | null>(null);
  if (event) return <EventPage event={event} onDelete={() => setDeletedId(eventId)} />;
  // The user deleted it here: the page is navigating to the dashboard.
  if (deletedId === eventId) return null;
  if (status === "loading") return <EventSkeleton />;
  if (status === "ready") return <EventNotFound lastKnown={lastKnown} />;
  return <LoadFailure sentence={loadFailureText.event} onRetry={() => setAttempt(attempt + 1)} />;
}
