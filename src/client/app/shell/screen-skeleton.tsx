import { layoutText } from "#text/layout.ts";
import { EventCardSkeleton } from "../domain-ui/event-card-skeleton.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** A screen's place while its part of the page is on its way. */
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

/** The room that the user menu takes, before it is there. */
export function MenuSkeleton() {
  return <Skeleton className="m-3 h-72 rounded-small" />;
}
