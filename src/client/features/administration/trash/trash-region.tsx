import { useId, useRef } from "react";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { trashText } from "#text/administration/trash.ts";
import { TrashList } from "./trash-list.tsx";

interface TrashRegionProps {
  /** Called after an action that the journal records. */
  readonly onAct: () => void;
}

/** Deleted groups and events of the team's planning; a planning of one browser has no trash. */
export function TrashRegion({ onAct }: TrashRegionProps) {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const sharing = useSharingState();

  function handleRestore(): void {
    onAct();
    titleRef.current?.focus();
  }

  return (
    <Card labelledBy={titleId} className="p-4 pb-5 sm:p-6">
      <h2 ref={titleRef} id={titleId} tabIndex={-1} className="mb-1 font-title text-title outline-none">
        {trashText.title}
      </h2>
      {sharing === "unknown" ? <Skeleton className="mt-2 h-11 rounded-small" /> : null}
      {sharing === "local" ? <p className="text-ink-2">{trashText.localHint}</p> : null}
      {sharing === "shared" ? <TrashList labelledBy={titleId} onRestore={handleRestore} /> : null}
    </Card>
  );
}
