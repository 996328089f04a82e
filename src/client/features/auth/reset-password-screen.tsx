import { startTransition, type SubmitEvent, useActionState, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useSession } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { passwordOutcome, passwordText } from "#text/accounts/passwords.ts";
import { AuthFrame, LINK_CLASS } from "./auth-frame.tsx";
import { type LoginArrival, useLinkToken } from "./arrival.ts";
import { useFormFields } from "#client/forms/use-form-fields.ts";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import { failureOf } from "#client/http/failure-of.ts";
import {
  NEW_PASSWORD_FIELDS,
  type NewPasswordDraft,
  type NewPasswordProblem,
  newPasswordProblem,
  resetPassword,
} from "#client/session/passwords/new-password.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import type { ApiError } from "#client/http/api-error.ts";

/** The message of the reset screen after its button was pressed. */
type ResetOutcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "wrong"; readonly problem: NewPasswordProblem }
  | { readonly kind: "link-invalid" }
  | { readonly kind: "failed"; readonly sentence: string; readonly reason?: string }
  | { readonly kind: "done"; readonly email: string };

/** The problem of a draft before it is sent; `null` if it can be sent. */
function resetDraftProblem(draft: NewPasswordDraft): ResetOutcome | null {
  const problem = newPasswordProblem(draft);
  return problem && { kind: "wrong", problem };
}

function newPasswordRefusal(error: ApiError): ResetOutcome {
  const { code } = error;
  if (code === "reset.link_invalid") return { kind: "link-invalid" };
  const problem = firstRefused(error, NEW_PASSWORD_FIELDS);
  if (problem) return { kind: "wrong", problem };
  if (code === "request.too_many") return { kind: "failed", sentence: failureSentence(error) };
  return { kind: "failed", sentence: passwordOutcome.changeFailed, reason: failureSentence(error) };
}

/** For a reset link that was used, is too old or was never valid; offers to request another one. */
function LinkInvalid() {
  return (
    <div className="flex flex-col gap-3">
      <Alert>{sentenceOf("reset.link_invalid")}</Alert>
      <p className="text-control font-normal">
        <Link href={PAGES.login} className={LINK_CLASS}>
          {passwordText.askForLink}
        </Link>
      </p>
    </div>
  );
}

interface NewPasswordFormProps {
  /** From the link in the mail. */
  readonly token: string;
  /** Called with the e-mail address of the user whose password was changed. */
  readonly onDone: (email: string) => void;
}

const NO_OUTCOME: ResetOutcome = { kind: "nothing" };
const EMPTY: NewPasswordDraft = { newPassword: "", confirmation: "" };

function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
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

/** Target of the link in a password reset mail; signed-in users may open it too. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const { check } = useSession();
  /** E-mail address of the user whose password was changed; `null` before. */
  const [email, setEmail] = useState<string | null>(null);
  const isDone = email !== null;
  useTitle(passwordText.new);

  const handleDone = useCallback(
    (whose: string) => {
      setEmail(whose);
      // All sessions of that user have ended, perhaps that of this tab too.
      void check();
    },
    [check],
  );

  return (
    <AuthFrame opening="register">
      <div className="mt-3 mb-5">
        <ScreenTitle>{passwordText.new}</ScreenTitle>
      </div>
      <StatusMessage>{isDone ? passwordOutcome.changed : null}</StatusMessage>
      {isDone ? <SignInLink email={email} /> : null}
      {!isDone && token === null ? <LinkInvalid /> : null}
      {!isDone && token !== null ? <NewPasswordForm token={token} onDone={handleDone} /> : null}
    </AuthFrame>
  );
}

/** Takes the focus, because the form is gone. */
function SignInLink({ email }: LoginArrival) {
  const linkRef = useRef<HTMLAnchorElement>(null);
  useEffect(() => linkRef.current?.focus(), []);
  return (
    <Link
      ref={linkRef}
      href={PAGES.login}
      state={{ email } satisfies LoginArrival}
      className={`mt-5 ${buttonClass({ variant: "primary", size: "large", fullWidth: true })}`}
    >
      {accountText.signIn}
    </Link>
  );
}
