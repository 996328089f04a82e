import { useId } from "react";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { EventCardSkeleton } from "#client/loading/event-card-skeleton.tsx";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import type { NeedStatus } from "#client/planning/planning-source.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";
import { dashboardText } from "#text/dashboard/dashboard.ts";
import { loadFailureText } from "#text/phrases/load-failures.ts";
import { EventCard } from "./event-card.tsx";

interface UpcomingListProps {
  readonly events: readonly PlannedEvent[];
  readonly status: NeedStatus;
  readonly canAdd: boolean;
  readonly onRetry: () => void;
}

const NothingUpcoming = lazyPart(async () => (await import("../later-parts.tsx")).NothingUpcoming);

/** The next events of the selected group (specification §2, "Upcoming list"). */
export function UpcomingList({ events, status, canAdd, onRetry }: UpcomingListProps) {
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
