import { Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "#client/ui/button.tsx";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import { invitationText } from "#text/administration.ts";

/** What became of a press; a new object for each, so that each is told. */
type Outcome = { readonly status: "nothing" } | { readonly status: "copied" } | { readonly status: "failed" };

/** A link that can be read, and copied with one press. */
export function LinkCopying({ link }: { readonly link: string }) {
  const [outcome, setOutcome] = useState<Outcome>({ status: "nothing" });
  const copied = useFleeting(outcome.status === "copied" ? outcome : null);
  const fieldRef = useRef<HTMLInputElement>(null);

  async function copy(): Promise<void> {
    try {
      // Not there under http://, save on this machine itself; refused where the person said so.
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
            label={invitationText.link}
            type="url"
            readOnly
            value={link}
            onFocus={({ target }) => target.select()}
          />
        </div>
        <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
          {invitationText.copy}
        </Button>
      </div>
      <div className="-mb-3 [&>:not(:empty)]:mb-3">
        {outcome.status === "failed" ? <Alert>{invitationText.copyFailed}</Alert> : null}
        <StatusMessage>{copied ? invitationText.copied : null}</StatusMessage>
      </div>
    </div>
  );
}
