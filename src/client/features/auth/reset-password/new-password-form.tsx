import { type SubmitEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import { NewPasswordField } from "#client/domain-ui/new-password-field.tsx";
import { failureOf } from "#client/http/failure-of.ts";
import type { NewPasswordDraft } from "#client/session/new-password.ts";
import { resetPassword } from "#client/session/reset-password.ts";
import { Button } from "#client/ui/button.tsx";
import { Alert } from "#client/ui/message.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { sentenceOf } from "#text/errors.ts";
import { passwordText } from "#text/passwords.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { newPasswordRefusal, resetDraftProblem, type ResetOutcome } from "./reset-outcome.ts";

interface NewPasswordFormProps {
  /** The mail's. */
  readonly token: string;
  readonly onDone: () => void;
}

const NOTHING_TO_SAY: ResetOutcome = { kind: "nothing" };
const EMPTY: NewPasswordDraft = { newPassword: "", confirmation: "" };

export function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const formRef = useRef<HTMLFormElement>(null);

  async function tryToReset(): Promise<ResetOutcome> {
    const problem = resetDraftProblem(draft);
    if (problem) return problem;
    const failure = await failureOf(resetPassword({ token, newPassword: draft.newPassword }));
    return failure === null ? { kind: "done" } : newPasswordRefusal(failure);
  }

  const [outcome, submit, isPending] = useActionState(tryToReset, NOTHING_TO_SAY);
  const problem = outcome.kind === "wrong" ? outcome.problem : null;
  const isIncomplete = problem?.code === "field.required";

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (problem) formRef.current?.querySelector<HTMLInputElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);

  useEffect(() => {
    if (outcome.kind === "done") onDone();
  }, [outcome, onDone]);

  /** What the two fields have in common. */
  function fieldProps(field: keyof NewPasswordDraft) {
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
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
      {isIncomplete ? <Alert>{sentenceOf("field.required")}</Alert> : null}
      {outcome.kind === "link-invalid" ? <LinkInvalid /> : null}
      {outcome.kind === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
      <NewPasswordField {...fieldProps("newPassword")} label={passwordText.new} />
      <TextField
        {...fieldProps("confirmation")}
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
