import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { linkText } from "#text/phrases/link-copying.ts";

/** Result of a press. Each press creates a new object, so that each is announced. */
type Outcome = { readonly status: "nothing" } | { readonly status: "copied" } | { readonly status: "failed" };

interface LinkCopyingProps {
  readonly label: string;
  readonly link: string;
}

export function LinkCopying({ label, link }: LinkCopyingProps) {
  const [outcome, setOutcome] = useState<Outcome>({ status: "nothing" });
  const copied = useExpiringMessage(outcome.status === "copied" ? outcome : null);
  const fieldRef = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    try {
      // Unavailable under http:// (except on localhost); rejected if the user refused permission.
      await navigator.clipboard.writeText(link);
      setOutcome({ status: "copied" });
    } catch {
      fieldRef.current?.select();
      setOutcome({ status: "failed" });
    }
  }

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
        <Button variant="primary" icon={<Copy />} className="whitespace-nowrap" onClick={() => void copy()}>
          {linkText.copy}
        </Button>
      </div>
      <div className="-mb-3 [&>:not(:empty)]:mb-3">
        {outcome.status === "failed" ? <Alert>{linkText.copyFailed}</Alert> : null}
        <StatusMessage>{copied ? linkText.copied : null}</StatusMessage>
      </div>
    </div>
  );
}
