import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";

/** Stands in for an event's page while the planning is loading. */
export function EventSkeleton() {
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
