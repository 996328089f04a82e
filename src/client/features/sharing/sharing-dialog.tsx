import { useRef, useState } from "react";
import { type ApiError, failureOf } from "#client/http/call-api.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { REMIND_WHEN_SHARED } from "#text/groups/group-page.ts";
import { sharedSentence, sharingText, whatWillBeShared } from "#text/groups/sharing.ts";
import { actionText } from "#text/phrases/actions.ts";

export type SharingOutcome =
  | {
      readonly status: "done";
      readonly sentence: string;
      /** For a shared planning: names of the groups that the user now belongs to. */
      readonly ownGroups?: readonly string[];
    }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string };

interface SharingDialogProps {
  readonly isOpen: boolean;
  readonly counts: { readonly groups: number; readonly events: number };
  /** Names of the groups that the user joins by sharing. */
  readonly ownGroups: readonly string[];
  readonly share: (choice: { readonly isReminding: boolean }) => Promise<PublicationReceipt>;
  readonly onClose: () => void;
  /** Called once the planning is shared, by this press or by another user. */
  readonly onOutcome: (outcome: SharingOutcome) => void;
}

/** Asks before the planning becomes the team's. A refusal is shown here, and can be retried. */
export function SharingDialog({ isOpen, counts, ownGroups, share, onClose, onOutcome }: SharingDialogProps) {
  const cancelRef = useRef<HTMLButtonElement>(null);
  const [isReminding, setIsReminding] = useState(true);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const recheckAfter = useRecheckAfter();

  async function shareAndReport(): Promise<void> {
    setIsPending(true);
    setFailure(null);
    const sharing = share({ isReminding });
    const failed = await failureOf(sharing);
    setIsPending(false);
    if (failed === null) return onOutcome({ status: "done", sentence: sharedSentence(await sharing), ownGroups });
    if (failed.code === "planning.already_shared") {
      return onOutcome({ status: "failed", sentence: sharingText.shareFailed, reason: sharingText.sharedMeanwhile });
    }
    recheckAfter(failed);
    setFailure(failed);
  }

  function handleClose(): void {
    if (isPending) return;
    setFailure(null);
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      title={sharingText.question}
      initialFocusRef={cancelRef}
      onClose={handleClose}
      actions={
        <>
          <Button ref={cancelRef} isPending={isPending} onClick={handleClose}>
            {actionText.cancel}
          </Button>
          <Button variant="primary" isPending={isPending} onClick={() => void shareAndReport()}>
            {sharingText.confirm}
          </Button>
        </>
      }
    >
      <p>{whatWillBeShared(counts)}</p>
      <p>{sharingText.consequence}</p>
      <div className="mt-2">
        <Checkbox
          label={REMIND_WHEN_SHARED}
          checked={isReminding}
          disabled={isPending}
          onChange={() => setIsReminding(!isReminding)}
        />
      </div>
      <div className="*:not-empty:mt-3">
        {failure === null ? null : <Alert detail={failureSentence(failure)}>{sharingText.shareFailed}</Alert>}
        <StatusMessage>{isPending ? sharingText.sharing : null}</StatusMessage>
      </div>
    </Dialog>
  );
}
