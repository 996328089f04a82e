import { Link } from "wouter";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { Alert } from "#client/ui/message.tsx";
import { accountText } from "#text/accounts.ts";
import { sentenceOf } from "#text/errors.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { LINK_CLASS } from "./link-class.ts";
import { RegisterForm } from "./register-form.tsx";
import { useEntry } from "./use-entry.ts";

export function RegisterScreen() {
  const { obstacle, isOpen, invitation } = useEntry();
  useTitle(accountText.signUpTitle);
  return (
    <EntryFrame opening="register">
      <div className="mt-3 mb-5">
        <ScreenTitle>{accountText.signUpTitle}</ScreenTitle>
        <p className="mt-0.5 text-control font-normal text-ink-2">
          {accountText.alreadyRegistered}{" "}
          <Link href="/login" className={LINK_CLASS}>
            {accountText.signIn}
          </Link>
        </p>
      </div>
      <div className="flex flex-col gap-5">
        {obstacle === null ? null : <Alert>{sentenceOf(obstacle)}</Alert>}
        {isOpen ? <RegisterForm invitation={invitation} /> : null}
      </div>
    </EntryFrame>
  );
}
