import { Download, FolderPlus } from "lucide-react";
import { useState } from "react";
import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { ApiError } from "#client/http/api-error.ts";
import type { PublishedPlanning } from "#client/planning/local/planning-keys.ts";
import { useToday } from "#client/planning/today.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { saveJsonFile } from "#client/ui/page/save-file.ts";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { addedSentence, leftoverSentence, planningFileName, sharingText } from "#text/groups/sharing.ts";
import { outcomeOf, type SharingOutcome } from "./sharing-outcome.ts";

interface LeftoverPlanningProps {
  readonly leftover: PublishedPlanning;
  readonly canAdd: boolean;
  readonly add: () => Promise<PublicationReceipt>;
  readonly forget: () => Promise<void>;
  readonly onOutcome: (outcome: SharingOutcome) => void;
}

/**
 * Offers to add or delete what was planned in this browser before it used the shared planning. Nothing of it is deleted
 * silently.
 */
export function LeftoverPlanning({ leftover, canAdd, add, forget, onOutcome }: LeftoverPlanningProps) {
  const today = useToday();
  const [isPending, setIsPending] = useState(false);
  const recheckAfter = useRecheckAfter();

  async function addAndReport(): Promise<void> {
    setIsPending(true);
    const outcome = await outcomeOf(add());
    setIsPending(false);
    if (!(outcome instanceof ApiError)) return onOutcome({ status: "done", sentence: addedSentence(outcome) });
    recheckAfter(outcome);
    onOutcome({ status: "failed", sentence: sharingText.addFailed, reason: failureSentence(outcome) });
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
          <Button variant="primary" icon={<FolderPlus />} isPending={isPending} onClick={() => void addAndReport()}>
            {sharingText.add}
          </Button>
        ) : null}
        <Button icon={<Download />} onClick={() => saveJsonFile(planningFileName(today), leftover)}>
          {sharingText.download}
        </Button>
        <TwoStepConfirm
          label={sharingText.forget}
          button={{ variant: "danger-outline" }}
          confirmLabel={actionText.confirmDeletion}
          cancelLabel={actionText.cancel}
          onConfirm={() => void forgetAndReport()}
        />
      </div>
    </div>
  );
}
