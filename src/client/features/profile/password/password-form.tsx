import { type SubmitEvent, startTransition, useActionState, useEffect, useState } from "react";
import { useFormFields } from "#client/forms/use-form-fields.ts";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { PasswordField } from "#client/ui/fields/password-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import type { PasswordChange } from "#contract/sign-in/passwords.ts";
import { API } from "#contract/paths.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { actionText } from "#text/phrases/actions.ts";
import { passwordOutcome, passwordText } from "#text/accounts/passwords.ts";
import {
  EMPTY_PASSWORDS,
  type PasswordChangeOutcome,
  passwordChangeProblem,
  passwordChangeRefusal,
} from "./password-change.ts";

const NO_OUTCOME: PasswordChangeOutcome = { status: "nothing" };

function changePassword(body: PasswordChange): Promise<void> {
  return callApi({ method: "POST", path: API.changePassword, body });
}

/** View of the profile for changing the password. */
export function PasswordForm({ onReturn }: { readonly onReturn: () => void }) {
  const user = useUser();
  const recheckAfter = useRecheckAfter();
  const [draft, setDraft] = useState(EMPTY_PASSWORDS);

  async function tryToChange(): Promise<PasswordChangeOutcome> {
    const problem = passwordChangeProblem(draft);
    if (problem) return problem;
    const { oldPassword: currentPassword, newPassword } = draft;
    const failure = await failureOf(changePassword({ currentPassword, newPassword }));
    if (failure === null) {
      setDraft(EMPTY_PASSWORDS);
      return { status: "changed" };
    }
    recheckAfter(failure);
    return passwordChangeRefusal(failure);
  }

  const [outcome, submit, isPending] = useActionState(tryToChange, NO_OUTCOME);
  const changed = useExpiringMessage(outcome.status === "changed" ? outcome : null);
  const { formRef, incompleteMessage, passwordProps } = useFormFields({
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
      <h3 className="text-name text-ink-2">{passwordText.change}</h3>
      <PasswordField
        {...passwordProps("oldPassword")}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        label={passwordText.old}
        autoComplete="current-password"
      />
      <NewPasswordField
        {...passwordProps("newPassword")}
        label={passwordText.new}
        known={[user.firstName, user.lastName, user.email ?? ""]}
      />
      <TextField
        {...passwordProps("confirmation")}
        label={passwordText.confirmNew}
        type="password"
        autoComplete="new-password"
      />
      {/* So that password managers know whose password it is. */}
      <input hidden readOnly autoComplete="username" value={user.email ?? ""} />
      <div className="-mb-4 [&>:not(:empty)]:mb-4">
        {incompleteMessage === null ? null : <Alert>{incompleteMessage}</Alert>}
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
        <StatusMessage>{changed ? passwordOutcome.changed : null}</StatusMessage>
      </div>
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {passwordText.submitChange}
        </Button>
        <Button variant="quiet" fullWidth onClick={onReturn}>
          {actionText.back}
        </Button>
      </div>
    </form>
  );
}
