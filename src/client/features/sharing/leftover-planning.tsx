import { Download, FolderPlus } from "lucide-react";
import { useState } from "react";
import type { PublicationReceipt } from "#contract/planning-calls.ts";
import { ApiError } from "#client/http/api-error.ts";
import type { KeptPlanning } from "#client/planning/stored-planning.ts";
import { useToday } from "#client/planning/today.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { saveJsonFile } from "#client/ui/save-file.ts";
import { TwoStepConfirm } from "#client/ui/two-step-confirm.tsx";
import { actionText } from "#text/actions.ts";
import { failureSentence } from "#text/errors.ts";
import { addedSentence, leftoverSentence, planningFileName, sharingText } from "#text/sharing.ts";
import { outcomeOf, type SharingOutcome } from "./sharing-outcome.ts";

interface LeftoverPlanningProps {
  readonly leftover: KeptPlanning;
  readonly canAdd: boolean;
  readonly add: () => Promise<PublicationReceipt>;
  readonly forget: () => Promise<void>;
  readonly onOutcome: (outcome: SharingOutcome) => void;
}

/** What this browser planned by itself before it knew of the shared planning: nothing of it goes without a word. */
export function LeftoverPlanning({ leftover, canAdd, add, forget, onOutcome }: LeftoverPlanningProps) {
  const today = useToday();
  const [isPending, setIsPending] = useState(false);
  const recheckAfter = useRecheckAfter();

  async function addAndTell(): Promise<void> {
    setIsPending(true);
    const outcome = await outcomeOf(add());
    setIsPending(false);
    if (!(outcome instanceof ApiError)) return onOutcome({ status: "done", sentence: addedSentence(outcome) });
    recheckAfter(outcome);
    onOutcome({ status: "failed", sentence: sharingText.addFailed, reason: failureSentence(outcome) });
  }

  async function forgetAndTell(): Promise<void> {
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
          <Button variant="primary" icon={<FolderPlus />} isPending={isPending} onClick={() => void addAndTell()}>
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
          onConfirm={() => void forgetAndTell()}
        />
      </div>
    </div>
  );
}
