import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";

/** Stands in for the form while the event is loading. */
export function EventFormSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[568px] flex-col gap-6 pt-11">
      <Skeleton className="h-9 w-60 max-w-full rounded-chip" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  );
}
