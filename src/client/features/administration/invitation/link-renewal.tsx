import { RefreshCw } from "lucide-react";
import { startTransition, useActionState } from "react";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { TwoStepConfirm } from "#client/ui/two-step-confirm.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import { actionText } from "#text/actions.ts";
import { invitationText } from "#text/administration.ts";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "renewed" }
  | { readonly status: "failed"; readonly reason: string };

const NOTHING_TO_SAY: Outcome = { status: "nothing" };

/** Takes the old link out of the world. */
export function LinkRenewal({ onRenew }: { readonly onRenew: () => Promise<string | null> }) {
  async function renew(): Promise<Outcome> {
    const reason = await onRenew();
    return reason === null ? { status: "renewed" } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(renew, NOTHING_TO_SAY);
  const renewed = useFleeting(outcome.status === "renewed" ? outcome : null);
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
