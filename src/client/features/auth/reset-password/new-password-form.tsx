import { type SubmitEvent, startTransition, useActionState, useEffect, useState } from "react";
import { useFormFields } from "#client/forms/use-form-fields.ts";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import { failureOf } from "#client/http/failure-of.ts";
import type { NewPasswordDraft } from "#client/session/passwords/new-password.ts";
import { resetPassword } from "#client/session/passwords/reset-password.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { passwordText } from "#text/accounts/passwords.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { newPasswordRefusal, resetDraftProblem, type ResetOutcome } from "./reset-outcome.ts";

interface NewPasswordFormProps {
  /** From the link in the mail. */
  readonly token: string;
  /** Called with the e-mail address of the user whose password was changed. */
  readonly onDone: (email: string) => void;
}

const NO_OUTCOME: ResetOutcome = { kind: "nothing" };
const EMPTY: NewPasswordDraft = { newPassword: "", confirmation: "" };

export function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const [draft, setDraft] = useState(EMPTY);

  async function tryToReset(): Promise<ResetOutcome> {
    const problem = resetDraftProblem(draft);
    if (problem) return problem;
    const resetting = resetPassword({ token, newPassword: draft.newPassword });
    const failure = await failureOf(resetting);
    return failure === null ? { kind: "done", email: await resetting } : newPasswordRefusal(failure);
  }

  const [outcome, submit, isPending] = useActionState(tryToReset, NO_OUTCOME);
  const problem = outcome.kind === "wrong" ? outcome.problem : null;
  const { formRef, incompleteMessage, passwordProps } = useFormFields({
    texts: draft,
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    problem,
  });

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (outcome.kind === "done") onDone(outcome.email);
  }, [outcome, onDone]);

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {incompleteMessage === null ? null : <Alert>{incompleteMessage}</Alert>}
      {outcome.kind === "link-invalid" ? <LinkInvalid /> : null}
      {outcome.kind === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
      <NewPasswordField {...passwordProps("newPassword")} label={passwordText.new} />
      <TextField
        {...passwordProps("confirmation")}
        label={passwordText.confirmNew}
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
        {passwordText.save}
      </Button>
    </form>
  );
}
