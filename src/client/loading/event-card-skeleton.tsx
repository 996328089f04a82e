import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { CRITICAL_ROLES } from "#domain/line-up/critical-roles.ts";

const AVATARS = ["first", "second", "third"] as const;

/** Shown in place of an event's card while events are loading. */
export function EventCardSkeleton() {
  return (
    <div aria-hidden="true" className="rounded-event bg-surface p-4 shadow-1">
      <div className="flex justify-between">
        <Skeleton className="h-[18px] w-[120px] rounded-chip" />
        <div className="flex items-center gap-1">
          {CRITICAL_ROLES.map((role, index) => (
            <Skeleton key={role} className="w-[7px] rounded-[3px]" height={18 - index} />
          ))}
        </div>
      </div>
      <Skeleton className="mt-2.5 h-3 w-2/3 rounded-chip" />
      <Skeleton className="mt-2 h-3 w-[38%] rounded-chip" />
      <div className="mt-4 flex items-center justify-between gap-4">
        <div className="flex">
          {AVATARS.map((name) => (
            <Skeleton key={name} className="size-7 rounded-full ring-2 ring-surface not-first:-ml-1" />
          ))}
        </div>
        <Skeleton className="h-10 w-1/2 rounded-control" />
      </div>
    </div>
  );
}
