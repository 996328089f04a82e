import { Radio } from "lucide-react";
import { useId, useRef, useState } from "react";
import { may, roleOf } from "#domain/permissions.ts";
import { useOwnPlanning, useSharingState } from "#client/planning/publication/own-planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { sharingText } from "#text/sharing.ts";
import { LeftoverPlanning } from "./leftover-planning.tsx";
import { SharingOffer } from "./sharing-offer.tsx";
import type { SharingOutcome } from "./sharing-outcome.ts";

/**
 * How an admin shares this browser's planning, and what anybody can do with a planning that this browser still holds
 * beside the shared one. Stays where it is while the planning under it is exchanged, so that it can say so.
 */
export function SharingRegion() {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const state = useSharingState();
  const canShare = may(roleOf(useUser()), "planning.share");
  const own = useOwnPlanning();
  const [outcome, setOutcome] = useState<SharingOutcome | null>(null);
  const leftover = state === "shared" ? own.leftover : null;
  const isConcerned = canShare || leftover !== null || outcome !== null;
  if (state === "unknown" || !isConcerned) return null;

  /** What was pressed is gone: the person goes on from here. */
  function tell(what: SharingOutcome): void {
    setOutcome(what);
    titleRef.current?.focus();
  }

  return (
    <section
      aria-labelledby={titleId}
      className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-card bg-primary-soft p-5 sm:gap-x-4 sm:p-6"
    >
      <Radio className="mt-px size-6 text-primary" />
      <h2 id={titleId} ref={titleRef} tabIndex={-1} className="font-title text-title text-primary outline-none">
        {sharingText.title}
      </h2>
      <div className="col-span-2 sm:col-start-2">
        {state === "local" ? <SharingOffer share={own.share} onOutcome={tell} /> : null}
        {state === "shared" && canShare ? <p className="mt-1 text-small">{sharingText.isShared}</p> : null}
        <div className="*:not-empty:mt-4">
          {outcome?.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
          <StatusMessage>{outcome?.status === "done" ? outcome.sentence : null}</StatusMessage>
        </div>
        {leftover === null ? null : (
          <LeftoverPlanning leftover={leftover} canAdd={canShare} add={own.add} forget={own.forget} onOutcome={tell} />
        )}
      </div>
    </section>
  );
}
