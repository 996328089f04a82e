import { layoutText } from "#text/shell/layout.ts";
import { EventCardSkeleton } from "../../loading/event-card-skeleton.tsx";
import { Skeleton } from "../../ui/surfaces/skeleton.tsx";

/** Stands in for a screen while its code is loading. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[560px] flex-col gap-4 pt-2">
      <span className="sr-only">{layoutText.loading}</span>
      <Skeleton className="h-8 w-1/2 rounded-control" />
      <EventCardSkeleton />
      <EventCardSkeleton />
    </div>
  );
}

/** Reserves the room of the user menu while its code is loading. */
export function MenuSkeleton() {
  return <Skeleton className="m-3 h-72 rounded-small" />;
}
