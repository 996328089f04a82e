import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useSession } from "#client/session/session-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { passwordOutcome, passwordText } from "#text/accounts/passwords.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { LinkInvalid } from "./link-invalid.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import type { LoginArrival } from "../use-login-arrival.ts";
import { useLinkToken } from "../use-link-token.ts";

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
