import { Radio, UserPlus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Link } from "wouter";
import { may, roleOf } from "#domain/permissions.ts";
import { useOwnPlanning } from "#client/planning/publication/own-planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { PAGES } from "#client/pages.ts";
import { ownGroupsSentence, sharingText } from "#text/groups/sharing.ts";
import { LeftoverPlanning } from "./leftover-planning.tsx";
import { SharingOffer } from "./sharing-offer.tsx";
import type { SharingOutcome } from "./sharing-outcome.ts";

/** Shown to the user who shared: the result, and what comes next. */
function AfterSharing({ ownGroups }: { readonly ownGroups: readonly string[] }) {
  return (
    <>
      {ownGroups.length === 0 ? null : <p className="mt-3 text-small wrap-anywhere">{ownGroupsSentence(ownGroups)}</p>}
      <p className="mt-4">
        <Link href={PAGES.administration} className={buttonClass({ variant: "primary" })}>
          <UserPlus />
          {sharingText.invite}
        </Link>
      </p>
    </>
  );
}

/**
 * Where an admin shares this browser's planning, and where anybody handles a local planning that remains beside the
 * shared one. Stays mounted while the planning is replaced, so that it can report the result.
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

  /** The pressed button is gone: the focus moves here. */
  function showOutcome(what: SharingOutcome): void {
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
        {state === "local" ? <SharingOffer share={own.share} onOutcome={showOutcome} /> : null}
        {state === "shared" && canShare ? <p className="mt-1 text-small">{sharingText.isShared}</p> : null}
        <div className="*:not-empty:mt-4">
          {outcome?.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
          <StatusMessage>{outcome?.status === "done" ? outcome.sentence : null}</StatusMessage>
        </div>
        {outcome?.status === "done" && outcome.ownGroups ? <AfterSharing ownGroups={outcome.ownGroups} /> : null}
        {leftover === null ? null : (
          <LeftoverPlanning
            leftover={leftover}
            canAdd={canShare}
            add={own.add}
            forget={own.forget}
            onOutcome={showOutcome}
          />
        )}
      </div>
    </section>
  );
}
