import { type SubmitEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { NewPasswordField } from "#client/domain-ui/new-password-field.tsx";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/button.tsx";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { PasswordField } from "#client/ui/password-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import type { PasswordChange } from "#contract/account-forms.ts";
import { API } from "#contract/paths.ts";
import { accountText } from "#text/accounts.ts";
import { actionText } from "#text/actions.ts";
import { sentenceOf } from "#text/errors.ts";
import { passwordOutcome, passwordText } from "#text/passwords.ts";
import {
  EMPTY_PASSWORDS,
  type PasswordChangeOutcome,
  passwordChangeProblem,
  passwordChangeRefusal,
  type PasswordField as FieldName,
} from "./password-change.ts";

const NOTHING_TO_SAY: PasswordChangeOutcome = { status: "nothing" };

function changePassword(body: PasswordChange): Promise<void> {
  return callApi({ method: "POST", path: API.changePassword, body });
}

/** The profile's view for another password. */
export function PasswordForm({ onReturn }: { readonly onReturn: () => void }) {
  const user = useUser();
  const recheckAfter = useRecheckAfter();
  const [draft, setDraft] = useState(EMPTY_PASSWORDS);
  const formRef = useRef<HTMLFormElement>(null);

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

  const [outcome, submit, isPending] = useActionState(tryToChange, NOTHING_TO_SAY);
  const changed = useFleeting(outcome.status === "changed" ? outcome : null);
  const problem = outcome.status === "wrong" ? outcome : null;

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    formRef.current?.querySelector("input")?.focus();
  }, []);

  useEffect(() => {
    if (problem) formRef.current?.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);

  const isIncomplete = problem?.code === "field.required";

  /** What the three fields have in common. */
  function fieldProps(field: FieldName) {
    const isItsProblem = problem?.field === field && !isIncomplete;
    return {
      name: field,
      value: draft[field],
      onChange: ({ target }: { readonly target: HTMLInputElement }) => setDraft({ ...draft, [field]: target.value }),
      error: isItsProblem ? sentenceOf(problem.code) : null,
      "aria-invalid": (isIncomplete && draft[field] === "") || undefined,
    };
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <h3 className="text-name text-ink-2">{passwordText.change}</h3>
      <PasswordField
        {...fieldProps("oldPassword")}
        showLabel={accountText.showPassword}
        hideLabel={accountText.hidePassword}
        label={passwordText.old}
        autoComplete="current-password"
      />
      <NewPasswordField
        {...fieldProps("newPassword")}
        label={passwordText.new}
        known={[user.firstName, user.lastName, user.email ?? ""]}
      />
      <TextField
        {...fieldProps("confirmation")}
        label={passwordText.confirmNew}
        type="password"
        autoComplete="new-password"
      />
      {/* Password managers see whose password it is. */}
      <input hidden readOnly autoComplete="username" value={user.email ?? ""} />
      <div className="-mb-4 [&>:not(:empty)]:mb-4">
        {isIncomplete ? <Alert>{sentenceOf("field.required")}</Alert> : null}
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
