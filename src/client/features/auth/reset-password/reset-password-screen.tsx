import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useSession } from "#client/session/session-hooks.ts";
import { buttonClass } from "#client/ui/button.tsx";
import { StatusMessage } from "#client/ui/message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { accountText } from "#text/accounts.ts";
import { passwordOutcome, passwordText } from "#text/passwords.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { LinkInvalid } from "./link-invalid.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { useResetToken } from "./use-reset-token.ts";

/** Where the mail of a forgotten password leads; whoever is signed in may come here too. */
export function ResetPasswordScreen() {
  const token = useResetToken();
  const { check } = useSession();
  const [isDone, setIsDone] = useState(false);
  useTitle(passwordText.new);

  const handleDone = useCallback(() => {
    setIsDone(true);
    // Every session of that person is over: perhaps this tab's.
    void check();
  }, [check]);

  return (
    <EntryFrame opening="register">
      <div className="mt-3 mb-5">
        <ScreenTitle>{passwordText.new}</ScreenTitle>
      </div>
      <StatusMessage>{isDone ? passwordOutcome.changed : null}</StatusMessage>
      {isDone ? <SignInLink /> : null}
      {!isDone && token === null ? <LinkInvalid /> : null}
      {!isDone && token !== null ? <NewPasswordForm token={token} onDone={handleDone} /> : null}
    </EntryFrame>
  );
}

/** Takes the focus, whose place went away with the form. */
function SignInLink() {
  const linkRef = useRef<HTMLAnchorElement>(null);
  useEffect(() => linkRef.current?.focus(), []);
  return (
    <Link
      ref={linkRef}
      href="/login"
      className={`mt-5 ${buttonClass({ variant: "primary", size: "large", fullWidth: true })}`}
    >
      {accountText.signIn}
    </Link>
  );
}
