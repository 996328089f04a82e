import { type SubmitEvent, startTransition, useActionState, useEffect, useState } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { useFormFields } from "#client/forms/use-form-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { PasswordField } from "#client/ui/fields/password-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { OwnAddressChange } from "#contract/own-account.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { addressChangeText, addressMessageSent } from "#text/profile/profile.ts";

const FIELDS = ["email", "password"] as const;
type Field = (typeof FIELDS)[number];

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly field: Field; readonly code: ErrorCode }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "sent"; readonly address: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** The first field that has to be corrected; `null`: the form can be sent. */
function problemOf(draft: OwnAddressChange): Outcome | null {
  const empty = FIELDS.find((field) => draft[field] === "");
  if (empty) return { status: "wrong", field: empty, code: "field.required" };
  const issue = OwnAddressChange.safeParse(draft).error?.issues[0];
  const field = FIELDS.find((name) => name === issue?.path[0]);
  return issue && field ? { status: "wrong", field, code: errorCodeOf(issue.message) } : null;
}

/** View of the profile for another e-mail address, which a mail to it confirms. */
export function AddressForm({ onReturn }: { readonly onReturn: () => void }) {
  const user = useUser();
  const recheckAfter = useRecheckAfter();
  const [draft, setDraft] = useState<OwnAddressChange>({ email: "", password: "" });

  async function tryToSend(): Promise<Outcome> {
    const body = { ...draft, email: draft.email.trim() };
    const problem = problemOf(body);
    if (problem) return problem;
    const failure = await failureOf(callApi({ method: "POST", path: API.ownAddress, body }));
    if (failure === null) {
      setDraft({ email: "", password: "" });
      return { status: "sent", address: body.email };
    }
    recheckAfter(failure);
    const refused = firstRefused(failure, FIELDS);
    return refused ? { status: "wrong", ...refused } : { status: "failed", reason: failureSentence(failure) };
  }

  const [outcome, submit, isPending] = useActionState(tryToSend, NO_OUTCOME);
  const { formRef, incompleteMessage, textProps, passwordProps } = useFormFields({
    texts: draft,
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    problem: outcome.status === "wrong" ? outcome : null,
  });

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    formRef.current?.querySelector("input")?.focus();
  }, [formRef]);

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <h3 className="text-name text-ink-2">{addressChangeText.title}</h3>
      <p>{addressChangeText.hint}</p>
      <TextField
        {...textProps("email")}
        label={addressChangeText.email}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...passwordProps("password")}
        label={accountText.password}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        autoComplete="current-password"
      />
      {/* So that password managers know whose password it is. */}
      <input hidden readOnly autoComplete="username" value={user.email ?? ""} />
      <div className="-mb-4 wrap-anywhere [&>:not(:empty)]:mb-4">
        {incompleteMessage === null ? null : <Alert>{incompleteMessage}</Alert>}
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{addressChangeText.failed}</Alert> : null}
        <StatusMessage>{outcome.status === "sent" ? addressMessageSent(outcome.address) : null}</StatusMessage>
      </div>
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {addressChangeText.send}
        </Button>
        <Button variant="quiet" fullWidth onClick={onReturn}>
          {actionText.back}
        </Button>
      </div>
    </form>
  );
}
