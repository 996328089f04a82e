import { CircleAlert, ListMusic } from "lucide-react";
import { useState } from "react";
import { usePlanningEnvironment } from "#client/planning/planning-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { isSameLineUp, type KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { findEvent, type PlannedEvent } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { keptLineUpText, repairText } from "#text/event/kept-line-up.ts";
import { actionText } from "#text/phrases/actions.ts";

interface LineUpRefusalProps {
  /** Why the latest change was refused; `null` if it was not. */
  readonly code: RefusalCode | null;
  /** Whether the line-up still needs a repair. Another change may have left nothing to repair. */
  readonly isRepairNeeded?: boolean;
}

export function LineUpRefusal({ code, isRepairNeeded = false }: LineUpRefusalProps) {
  if (code === null) return null;
  const isChanged = code === "line_up.changed";
  return (
    <div className="mt-3">
      {isChanged && !isRepairNeeded ? <Notice>{keptLineUpText.repairedElsewhere}</Notice> : null}
      {isChanged && isRepairNeeded ? <Alert>{sentenceOf(code)}</Alert> : null}
      {isChanged ? null : <Alert detail={sentenceOf(code)}>{keptLineUpText.failed}</Alert>}
    </div>
  );
}

/** Whether the event has this line-up, or none (`null`). */
function isLineUpOf(event: PlannedEvent | undefined, lineUp: KeptLineUp | null): boolean {
  const kept = event?.lineUp ?? null;
  if (kept === null || lineUp === null) return kept === lineUp;
  return isSameLineUp(kept, lineUp);
}

export function useLineUpChanges({ id: eventId, lineUp }: PlannedEvent) {
  const former = lineUp ?? null;
  const { source } = usePlanningEnvironment();
  const showToast = useToast();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);
  const [isPending, setIsPending] = useState(false);

  /** @param repairs the broken line-up, if `wanted` is a repair of it */
  async function save(wanted: KeptLineUp | null, repairs: KeptLineUp | null = null): Promise<boolean> {
    setIsPending(true);
    const outcome = await source.submit(
      wanted === null
        ? { type: "line_up.dropped", eventId }
        : { type: "line_up.kept", eventId, lineUp: wanted, ...(repairs && { repairs }) },
    );
    setIsPending(false);
    setRefusal(outcome.status === "refused" ? outcome.code : null);
    return outcome.status !== "refused";
  }

  /** Restores the former line-up, unless somebody has replaced the `saved` one meanwhile. */
  async function undo(saved: KeptLineUp | null): Promise<void> {
    if (!isLineUpOf(findEvent(source.snapshot().planning, eventId), saved)) {
      showToast({ message: keptLineUpText.changedSince, icon: <CircleAlert />, isFailure: true });
      return;
    }
    const isDone = await save(former);
    const message = former === null ? keptLineUpText.dropped : keptLineUpText.restored;
    showToast(
      isDone
        ? { message, icon: <ListMusic /> }
        : { message: `${keptLineUpText.failed}.`, icon: <CircleAlert />, isFailure: true },
    );
  }

  /** Saves a line-up, or deletes it (`null`), and offers to undo that. Resolves with `true` if that succeeded. */
  async function change(
    wanted: KeptLineUp | null,
    message: string,
    repairs: KeptLineUp | null = null,
  ): Promise<boolean> {
    const isDone = await save(wanted, repairs);
    const undoAction = { actionLabel: actionText.cancel, onAction: () => void undo(wanted) };
    if (isDone) showToast({ message, icon: <ListMusic />, ...undoAction });
    return isDone;
  }

  return {
    /** Why the latest change was refused; `null` if it was not. */
    refusal,
    isPending,
    change,
    /** Saves a repair. The server refuses it if the line-up changed meanwhile, or if somebody on it is not present. */
    repair: (repaired: KeptLineUp) => change(repaired, repairText.applied, former),
  };
}
