import { useRef, useState } from "react";
import { NO_OUTCOME, type Outcome, refusal, useAction } from "#client/forms/use-action.tsx";
import { failureOf } from "#client/http/call-api.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { REMIND_WHEN_SHARED } from "#text/groups/group-page.ts";
import { sharedSentence, sharingText, whatWillBeShared } from "#text/groups/sharing.ts";
import { actionText } from "#text/phrases/actions.ts";

interface SharingDialogProps {
  readonly isOpen: boolean;
  readonly counts: { readonly groups: number; readonly events: number };
  readonly share: (choice: { readonly isReminding: boolean }) => Promise<PublicationReceipt>;
  readonly onClose: () => void;
  /** Called once the planning is shared: `done` by this user, or `failed` because another user shared one first. */
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Asks for confirmation before this browser's planning is shared with the team. If that fails, the user can retry here. */
export function SharingDialog({ isOpen, counts, share, onClose, onOutcome }: SharingDialogProps) {
  const cancelRef = useRef<HTMLButtonElement>(null);
  const [isReminding, setIsReminding] = useState(true);
  const recheckAfter = useRecheckAfter();
  const { outcome, act, isPending, dismissProblem } = useAction(async (): Promise<Outcome> => {
    const sharing = share({ isReminding });
    const failure = await failureOf(sharing);
    if (failure === null) onOutcome({ status: "done", sentence: sharedSentence(await sharing) });
    else if (failure.code === "planning.already_shared") {
      onOutcome({ status: "failed", sentence: sharingText.shareFailed, reason: sharingText.sharedMeanwhile });
    } else {
      recheckAfter(failure);
      return refusal(failure, sharingText.shareFailed);
    }
    return NO_OUTCOME;
  });

  function handleClose(): void {
    if (isPending) return;
    dismissProblem();
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
          <Button variant="primary" isPending={isPending} onClick={() => act()}>
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
        {outcome.status === "failed" && !isPending ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
        <StatusMessage>{isPending ? sharingText.sharing : null}</StatusMessage>
      </div>
    </Dialog>
  );
}
