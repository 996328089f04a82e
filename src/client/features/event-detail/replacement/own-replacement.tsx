import { isPast } from "#domain/calendar/calendar.ts";
import { isPlaceFree } from "#domain/line-up/repairing/replacement.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useNow } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { lazyPart } from "#client/ui/page/lazy-part.tsx";

const ReplacementRegion = lazyPart(async () => (await import("./replacement-region.tsx")).ReplacementRegion);

/** For a musician on the line-up who does not come: whom to ask to take their place. Only a shared planning can ask. */
export function OwnReplacement({ event }: { readonly event: PlannedEvent }) {
  const { id } = useUser();
  const isShared = useSharingState() !== "local";
  const isOver = isPast(event, useNow());
  if (!isShared || isOver || !isPlaceFree(event, id)) return null;
  return (
    <div className="mt-3 md:mt-4 print:hidden">
      <ReplacementRegion event={event} />
    </div>
  );
}
