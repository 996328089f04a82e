import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { copyText } from "#client/ui/page/copy-text.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { linkText } from "#text/phrases/messages.ts";

/** Copies a link to the clipboard. If that fails, selects the text of the field that shows the link. */
export function useLinkCopying(link: string) {
  /** A new object for each press, so that screen readers announce each. */
  const [outcome, setOutcome] = useState<{ readonly isCopied: boolean } | null>(null);
  const expiringOutcome = useExpiringMessage(outcome);
  const fieldRef = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    const isCopied = await copyText(link);
    if (!isCopied) fieldRef.current?.select();
    setOutcome({ isCopied });
  }

  return {
    fieldRef,
    copy: () => void copy(),
    /** True for a moment after copying. */
    isCopied: expiringOutcome?.isCopied === true,
    hasFailed: outcome?.isCopied === false,
  };
}

interface LinkCopyingProps {
  readonly label: string;
  readonly link: string;
}

/** A read-only field with a link, and a button that copies it. */
export function LinkCopying({ label, link }: LinkCopyingProps) {
  const { fieldRef, copy, isCopied, hasFailed } = useLinkCopying(link);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end [&_input]:min-h-11">
        <div className="min-w-0 grow">
          <TextField
            ref={fieldRef}
            label={label}
            type="url"
            readOnly
            value={link}
            onFocus={({ target }) => target.select()}
          />
        </div>
        <Button variant="primary" icon={<Copy />} className="whitespace-nowrap" onClick={copy}>
          {linkText.copy}
        </Button>
      </div>
      <div className="-mb-3 [&>:not(:empty)]:mb-3">
        {hasFailed ? <Alert>{linkText.copyFailed}</Alert> : null}
        <StatusMessage>{isCopied ? linkText.copied : null}</StatusMessage>
      </div>
    </div>
  );
}
