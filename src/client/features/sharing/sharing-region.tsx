import { Download, FolderPlus, Radio, Share2, UserPlus } from "lucide-react";
import { useId, useRef, useState, useTransition } from "react";
import { Link } from "wouter";
import { Confirm } from "#client/deletion/confirm.tsx";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { failureOf } from "#client/http/call-api.ts";
import { PAGES } from "#client/pages.ts";
import { useEventTotal } from "#client/planning/group-hooks.ts";
import type { PublishedPlanning } from "#client/planning/local/planning-keys.ts";
import { useGroups, useMay, useSelectedGroupId } from "#client/planning/planning-hooks.ts";
import { useOwnPlanning, useSharersGroups } from "#client/planning/publication/own-planning-hooks.ts";
import type { OwnPlanning } from "#client/planning/publication/own-planning.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { saveJsonFile } from "#client/ui/page/save-file.ts";
import type { PublicationReceipt } from "#contract/planning/publication.ts";
import {
  addedSentence,
  leftoverSentence,
  ownGroupsSentence,
  planningFileName,
  sharingText,
  whatWillBeShared,
} from "#text/groups/sharing.ts";
import { SharingDialog } from "./sharing-dialog.tsx";

interface SharingOfferProps {
  readonly share: OwnPlanning["share"];
  /** @param ownGroups names of the groups to which the user now belongs */
  readonly onOutcome: (outcome: Outcome, ownGroups: readonly string[]) => void;
}

function SharingOffer({ share, onOutcome }: SharingOfferProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const counts = { groups: useGroups().length, events: useEventTotal() };
  const groupId = useSelectedGroupId();
  const ownGroups = useSharersGroups(useUser().id, groupId);
  return (
    <>
      <p className="mt-1 text-small">{sharingText.onlyHere}</p>
      <p className="mt-1 mb-4 text-small">{whatWillBeShared(counts)}</p>
      <Button variant="primary" icon={<Share2 />} onClick={() => setIsConfirming(true)}>
        {sharingText.share}
      </Button>
      <SharingDialog
        isOpen={isConfirming}
        counts={counts}
        share={({ isReminding }) => share({ chosenGroupId: groupId, isReminding })}
        onClose={() => setIsConfirming(false)}
        onOutcome={(outcome) => onOutcome(outcome, ownGroups)}
      />
    </>
  );
}

interface LeftoverPlanningProps {
  readonly leftover: PublishedPlanning;
  readonly canAdd: boolean;
  readonly add: () => Promise<PublicationReceipt>;
  readonly forget: () => Promise<void>;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** For a local planning that remains beside the shared one: the user can add, download or delete it. */
function LeftoverPlanning({ leftover, canAdd, add, forget, onOutcome }: LeftoverPlanningProps) {
  const today = useToday();
  const [isPending, startTransition] = useTransition();
  const recheckAfter = useRecheckAfter();

  async function addAndReport(): Promise<void> {
    const adding = add();
    const failure = await failureOf(adding);
    if (failure === null) return onOutcome({ status: "done", sentence: addedSentence(await adding) });
    recheckAfter(failure);
    onOutcome(refusal(failure, sharingText.addFailed));
  }

  async function forgetAndReport(): Promise<void> {
    await forget();
    onOutcome({ status: "done", sentence: sharingText.forgotten });
  }

  return (
    <div className="mt-4 border-t border-primary/25 pt-4">
      <p className="text-small font-semibold">
        {leftoverSentence({ groups: leftover.groups.length, events: leftover.events.length })}
      </p>
      <p className="mt-1 text-small">{canAdd ? sharingText.leftoverForAdmin : sharingText.leftoverForMember}</p>
      <div className="mt-4 flex flex-wrap gap-2 max-sm:flex-col">
        {canAdd ? (
          <Button
            variant="primary"
            icon={<FolderPlus />}
            isPending={isPending}
            onClick={() => startTransition(addAndReport)}
          >
            {sharingText.add}
          </Button>
        ) : null}
        <Button icon={<Download />} onClick={() => saveJsonFile(planningFileName(today), leftover)}>
          {sharingText.download}
        </Button>
        <Confirm
          label={sharingText.forget}
          button={{ variant: "danger-outline" }}
          onConfirm={() => void forgetAndReport()}
        />
      </div>
    </div>
  );
}

/** The next steps for the user who shared the planning. */
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
 * Where an admin shares the planning of this browser with the team. Stays mounted while the shared planning replaces
 * the local one, so that it can report the result.
 */
export function SharingRegion() {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const state = useSharingState();
  const canShare = useMay("planning.share");
  const ownPlanning = useOwnPlanning();
  const [outcome, setOutcome] = useState(NO_OUTCOME);
  /** Names of the groups that the user joined by sharing; `null` if they have not just shared the planning. */
  const [joinedGroups, setJoinedGroups] = useState<readonly string[] | null>(null);
  const leftover = state === "shared" ? ownPlanning.leftover : null;
  const hasContent = canShare || leftover !== null || outcome.status !== "nothing";
  if (state === "unknown" || !hasContent) return null;

  function showOutcome(latest: Outcome, ownGroups: readonly string[] | null = null): void {
    setOutcome(latest);
    setJoinedGroups(ownGroups);
    // Moves the focus, because the pressed button disappears.
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
        {state === "local" ? <SharingOffer share={ownPlanning.share} onOutcome={showOutcome} /> : null}
        {state === "shared" && canShare ? <p className="mt-1 text-small">{sharingText.isShared}</p> : null}
        <OutcomeMessage outcome={outcome} isLasting className="*:not-empty:mt-4" />
        {outcome.status === "done" && joinedGroups ? <AfterSharing ownGroups={joinedGroups} /> : null}
        {leftover === null ? null : (
          <LeftoverPlanning
            leftover={leftover}
            canAdd={canShare}
            add={ownPlanning.add}
            forget={ownPlanning.forget}
            onOutcome={showOutcome}
          />
        )}
      </div>
    </section>
  );
}
