import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Email } from "#contract/accounts/account-fields.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { remindersText } from "#text/groups/group-page.ts";

interface ReplyAddressFormProps {
  /** Empty: there is none. */
  readonly address: string;
  /** Why the settings could not be saved. */
  readonly failure: ApiError | null;
  readonly onChange: (address: string | null) => void;
}

/** What the server said of the address; `null`: it refused something else. */
export function replyAddressRefusal(failure: ApiError): ErrorCode | null {
  return firstRefused(failure, ["replyAddress"])?.code ?? null;
}

/** Where replies to the group's messages go. It is saved when one leaves the field, too. */
export function ReplyAddressForm({ address, failure, onChange }: ReplyAddressFormProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(address);
  const [problem, setProblem] = useState<ErrorCode | null>(null);
  const refusal = failure === null ? null : replyAddressRefusal(failure);
  const shown = problem ?? refusal;

  useEffect(() => {
    if (failure !== null && replyAddressRefusal(failure) !== null) fieldRef.current?.focus();
  }, [failure]);

  /** @returns whether the text can be saved */
  function save(): boolean {
    const typed = text.trim();
    const issue = typed === "" ? undefined : Email.safeParse(typed).error?.issues[0];
    setProblem(issue === undefined ? null : errorCodeOf(issue.message));
    if (issue === undefined && typed !== address) onChange(typed === "" ? null : typed);
    return issue === undefined;
  }

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!save()) fieldRef.current?.focus();
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col items-start gap-3">
      <div className="w-full">
        <TextField
          ref={fieldRef}
          label={remindersText.replyAddress}
          hint={remindersText.replyAddressHint}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={save}
          error={shown === null ? null : sentenceOf(shown)}
        />
      </div>
      <Button type="submit" size="compact">
        {remindersText.saveAddress}
      </Button>
    </form>
  );
}
