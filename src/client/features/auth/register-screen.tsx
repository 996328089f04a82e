import { Link } from "wouter";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { accountText } from "#text/accounts.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { LINK_CLASS } from "./link-class.ts";
import { RegisterForm } from "./register-form.tsx";

export function RegisterScreen() {
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
      <RegisterForm />
    </EntryFrame>
  );
}
