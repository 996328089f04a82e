import { RefreshCw } from "lucide-react";
import { startTransition, useActionState } from "react";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { actionText } from "#text/phrases/actions.ts";
import { invitationText } from "#text/administration/administration.ts";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "renewed" }
  | { readonly status: "failed"; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** Replaces the link; the old one stops working. */
export function LinkRenewal({ onRenew }: { readonly onRenew: () => Promise<string | null> }) {
  async function renew(): Promise<Outcome> {
    const reason = await onRenew();
    return reason === null ? { status: "renewed" } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(renew, NO_OUTCOME);
  const renewed = useExpiringMessage(outcome.status === "renewed" ? outcome : null);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-small text-ink-2">{invitationText.renewHint}</p>
      <div className="flex">
        <TwoStepConfirm
          label={invitationText.renew}
          confirmLabel={invitationText.confirmRenewal}
          cancelLabel={actionText.cancel}
          onConfirm={() => startTransition(submit)}
          button={{ icon: <RefreshCw />, isPending }}
        />
      </div>
      <div className="-mb-3 [&>:not(:empty)]:mb-3">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{invitationText.renewFailed}</Alert> : null}
        <StatusMessage>{renewed ? invitationText.renewed : null}</StatusMessage>
      </div>
    </div>
  );
}
