import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { NO_OUTCOME, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useForm } from "#client/forms/use-form.ts";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { PAGES } from "#client/pages.ts";
import { NewPasswordField } from "#client/passwords/new-password-field.tsx";
import {
  NEW_PASSWORD_FIELDS,
  type NewPasswordDraft,
  newPasswordProblem,
} from "#client/session/passwords/new-password.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { API } from "#contract/paths.ts";
import { ResetDone } from "#contract/sign-in/passwords.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { passwordOutcome, passwordText } from "#text/accounts/passwords.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { type LoginArrival, useLinkToken } from "./arrival.ts";
import { AuthFrame, LINK_CLASS } from "./auth-frame.tsx";

/** Shown for a reset link that was used, is too old or was never valid. Links to the page that sends another one. */
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
  readonly token: string;
  readonly onDone: (email: string) => void;
}

const EMPTY: NewPasswordDraft = { newPassword: "", confirmation: "" };

function NewPasswordForm({ token, onDone }: NewPasswordFormProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [isLinkInvalid, setIsLinkInvalid] = useState(false);
  const form = useForm({
    texts: { ...draft },
    onType: (field, text) => setDraft({ ...draft, [field]: text }),
    async send() {
      setIsLinkInvalid(false);
      const problem = newPasswordProblem(draft);
      if (problem) return { status: "wrong", ...problem };
      const body = { token, newPassword: draft.newPassword };
      const resetting = callApi({ method: "POST", path: API.resetPassword, body, response: ResetDone });
      const failure = await failureOf(resetting);
      // This error has a complete sentence: it says when to try again.
      if (failure?.code === "request.too_many") return { status: "failed", sentence: failureSentence(failure) };
      if (failure?.code === "reset.link_invalid") setIsLinkInvalid(true);
      else if (failure) return refusal(failure, passwordOutcome.changeFailed, NEW_PASSWORD_FIELDS);
      else onDone((await resetting).email);
      return NO_OUTCOME;
    },
  });

  return (
    <form {...form.formProps} className="flex flex-col gap-5">
      {isLinkInvalid ? <LinkInvalid /> : null}
      <OutcomeMessage outcome={form.message} className="-mb-5 [&>:not(:empty)]:mb-5" />
      <NewPasswordField {...form.passwordProps("newPassword")} label={passwordText.new} />
      <TextField
        {...form.passwordProps("confirmation")}
        label={passwordText.confirmNew}
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="large" fullWidth isPending={form.isPending}>
        {passwordText.save}
      </Button>
    </form>
  );
}

/** The page that the link in a password reset mail opens, whether the user is signed in or not. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const { check } = useSession();
  /** E-mail address of the user whose password was changed; `null` before. */
  const [email, setEmail] = useState<string | null>(null);
  const isDone = email !== null;

  function handleDone(userEmail: string): void {
    setEmail(userEmail);
    // All sessions of that user have ended. The session of this tab may be one of them.
    void check();
  }

  return (
    <AuthFrame intro="low" title={passwordText.new}>
      <StatusMessage>{isDone ? passwordOutcome.changed : null}</StatusMessage>
      {isDone ? <SignInLink email={email} /> : null}
      {!isDone && token === null ? <LinkInvalid /> : null}
      {!isDone && token !== null ? <NewPasswordForm token={token} onDone={handleDone} /> : null}
    </AuthFrame>
  );
}

/** A link to /login, which passes the e-mail address on. It takes the focus, because the form disappears. */
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
