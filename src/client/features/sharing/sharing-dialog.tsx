import { useRef, useState } from "react";
import type { PublicationReceipt } from "#contract/planning-calls.ts";
import { ApiError } from "#client/http/api-error.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { actionText } from "#text/actions.ts";
import { failureSentence } from "#text/errors.ts";
import { sharedSentence, sharingText, whatWillBeShared } from "#text/sharing.ts";
import { outcomeOf, type SharingOutcome } from "./sharing-outcome.ts";

interface SharingDialogProps {
  readonly isOpen: boolean;
  readonly counts: { readonly groups: number; readonly events: number };
  readonly share: () => Promise<PublicationReceipt>;
  readonly onClose: () => void;
  /** The planning is shared now, by this press or somebody else's. */
  readonly onOutcome: (outcome: SharingOutcome) => void;
}

/** Asks before a planning becomes the team's. A refusal is told here, and can be tried again. */
export function SharingDialog({ isOpen, counts, share, onClose, onOutcome }: SharingDialogProps) {
  const cancelRef = useRef<HTMLButtonElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const recheckAfter = useRecheckAfter();

  async function shareAndTell(): Promise<void> {
    setIsPending(true);
    setFailure(null);
    const outcome = await outcomeOf(share());
    setIsPending(false);
    if (!(outcome instanceof ApiError)) return onOutcome({ status: "done", sentence: sharedSentence(outcome) });
    if (outcome.code === "planning.already_shared") {
      return onOutcome({ status: "failed", sentence: sharingText.shareFailed, reason: sharingText.sharedMeanwhile });
    }
    recheckAfter(outcome);
    setFailure(outcome);
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
          <Button variant="primary" isPending={isPending} onClick={() => void shareAndTell()}>
            {sharingText.confirm}
          </Button>
        </>
      }
    >
      <p>{whatWillBeShared(counts)}</p>
      <p>{sharingText.consequence}</p>
      <div className="*:not-empty:mt-3">
        {failure === null ? null : <Alert detail={failureSentence(failure)}>{sharingText.shareFailed}</Alert>}
        <StatusMessage>{isPending ? sharingText.sharing : null}</StatusMessage>
      </div>
    </Dialog>
  );
}
