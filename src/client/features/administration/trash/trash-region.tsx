import { useId, useRef } from "react";
import { useSharingState } from "#client/planning/publication/own-planning-hooks.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { trashText } from "#text/trash.ts";
import { TrashList } from "./trash-list.tsx";

interface TrashRegionProps {
  /** Called when something was done that the journal keeps. */
  readonly onAct: () => void;
}

/** What was deleted of the team's planning; a planning of one browser keeps no such thing. */
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
