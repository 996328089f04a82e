import { Download, UserX } from "lucide-react";
import { startTransition, useActionState, useEffect, useId, useRef } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { ownAccountText } from "#text/profile/own-account.ts";
import { useDataDownload } from "./use-data-download.ts";

interface OwnDataProps {
  /** Whether the user returns from the account deletion: the focus goes back to where it was. */
  readonly isReturning: boolean;
  readonly onDeleteAccount: () => void;
}

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "downloaded" }
  | { readonly status: "failed"; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** The user's own data to download, and the button to delete the account. */
export function OwnData({ isReturning, onDeleteAccount }: OwnDataProps) {
  const titleId = useId();
  const deletionRef = useRef<HTMLButtonElement>(null);
  const download = useDataDownload();

  async function tryToDownload(): Promise<Outcome> {
    const reason = await download();
    return reason === null ? { status: "downloaded" } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(tryToDownload, NO_OUTCOME);
  const downloaded = useExpiringMessage(outcome.status === "downloaded" ? outcome : null);

  useEffect(() => {
    if (isReturning) deletionRef.current?.focus();
  }, [isReturning]);

  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 id={titleId} className="text-name">
        {ownAccountText.title}
      </h3>
      <p className="mt-1 mb-3 text-small text-ink-2">{ownAccountText.hint}</p>
      <Button
        size="compact"
        fullWidth
        icon={<Download />}
        isPending={isPending}
        onClick={() => startTransition(submit)}
      >
        {ownAccountText.download}
      </Button>
      <div className="[&>:not(:empty)]:mt-2">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{ownAccountText.downloadFailed}</Alert> : null}
        <StatusMessage>{downloaded ? ownAccountText.downloaded : null}</StatusMessage>
      </div>
      <Button
        ref={deletionRef}
        variant="danger-outline"
        size="compact"
        fullWidth
        icon={<UserX />}
        className="mt-2"
        onClick={onDeleteAccount}
      >
        {ownAccountText.delete}
      </Button>
    </section>
  );
}
